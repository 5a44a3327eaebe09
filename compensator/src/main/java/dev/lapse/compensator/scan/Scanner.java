package dev.lapse.compensator.scan;

import dev.lapse.order.BatchCanceller;
import dev.lapse.order.CancelPath;
import dev.lapse.order.Cancellation;
import dev.lapse.order.DatabaseTrouble;
import dev.lapse.order.OverdueOrders;
import dev.lapse.order.OverdueOrders.Overdue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Cancels overdue orders page by page, oldest deadline first, until none is left. A page never comes twice, so that
 * orders which cannot be cancelled just now do not keep a scan from ending.
 */
@Component
public class Scanner {

    private final OverdueOrders overdueOrders;
    private final BatchCanceller canceller;
    private final CompensatorProperties settings;

    Scanner(OverdueOrders overdueOrders, BatchCanceller canceller, CompensatorProperties settings) {
        this.overdueOrders = overdueOrders;
        this.canceller = canceller;
        this.settings = settings;
    }

    /**
     * Scans once.
     *
     * @param window how far back deadlines may lie, null for all
     * @param buffer deadlines younger than this are left alone
     * @throws DatabaseTrouble when the database could not be used; what was cancelled before stays cancelled
     */
    public ScanResult scan(CancelPath path, @Nullable Duration window, Duration buffer) throws DatabaseTrouble {
        var cancellation = Cancellation.ofOverdue(path);
        var result = ScanResult.NOTHING;
        Overdue last = null;
        while (true) {
            var page = next(window, buffer, last);
            if (page.isEmpty()) {
                return result;
            }
            result = result.plus(canceller.cancel(page.stream().map(Overdue::id).toList(), cancellation));
            last = page.get(page.size() - 1);
        }
    }

    private java.util.List<Overdue> next(@Nullable Duration window, Duration buffer, @Nullable Overdue last)
            throws DatabaseTrouble {
        try {
            return overdueOrders.page(window, buffer, last, settings.batch());
        } catch (DataAccessException trouble) {
            throw new DatabaseTrouble(trouble);
        }
    }
}
