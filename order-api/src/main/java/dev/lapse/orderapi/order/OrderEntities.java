package dev.lapse.orderapi.order;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

/** Reads orders; it has no method that writes. */
interface OrderEntities extends Repository<OrderEntity, UUID> {

    Optional<OrderEntity> findById(UUID id);

    Optional<OrderEntity> findByIdAndClient(UUID id, String client);

    List<OrderEntity> findByIdInOrderByCreatedAtDescIdDesc(Collection<UUID> ids);
}
