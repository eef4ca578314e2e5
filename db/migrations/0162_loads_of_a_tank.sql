-- What was brought to a tank is compared with how its level rose.
create index shipment_planner_details_port on shipment_planner_details (device_ports_id) where device_ports_id is not null;
