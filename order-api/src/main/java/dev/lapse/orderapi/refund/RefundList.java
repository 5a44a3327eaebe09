package dev.lapse.orderapi.refund;

import dev.lapse.orderapi.paging.Page;
import dev.lapse.orderapi.paging.PageRequest;
import dev.lapse.orderapi.paging.Pages;
import dev.lapse.payment.RefundStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages of a client's refunds, newest first. */
@Component
class RefundList {

    private final RefundRecords records;
    private final Pages pages;
    private final JsonMapper json;

    RefundList(RefundRecords records, Pages pages, JsonMapper json) {
        this.records = records;
        this.pages = pages;
        this.json = json;
    }

    /** A page of all, or of those that have this status. */
    Page find(String client, @Nullable RefundStatus status, PageRequest page) {
        return pages.of(page, records.list(client, status, page), RefundRecords::position, this::items);
    }

    private List<JsonNode> items(List<RefundRecord> refunds) {
        return refunds.stream()
                .map(refund -> json.<JsonNode>valueToTree(refund))
                .toList();
    }
}
