-- A load for an order's line, and its tickets, name the tank that they go into: of several that hold the product the first, as they
-- have counted until now.
update shipment_planner_details set device_ports_id = (load_ports(null, document_detail_id, product_id))[1]
where device_ports_id is null and document_detail_id is not null;
update delivery_tickets t set device_ports_id = d.device_ports_id
from shipment_planner_details d
where d.shipment_detail_id = t.shipment_detail_id and t.device_ports_id is null and d.device_ports_id is not null;
