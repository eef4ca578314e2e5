-- A delivery is checked at the time of its stop, not at the end of its round.
update delivery_checks c set delivered_at = stop.done_at
from (
  select l.shipment_id, l.device_ports_id, least(max(t.done_at), s.delivered_at) as done_at
  from shipment_planner_details l join shipment_planners s using (shipment_id) join shipment_stops t on t.stop_id = l.stop_id
  where t.done_at is not null and s.delivered_at is not null and l.device_ports_id is not null
  group by l.shipment_id, l.device_ports_id, s.delivered_at
) stop
where stop.shipment_id = c.shipment_id and stop.device_ports_id = c.device_ports_id and c.delivered_at <> stop.done_at;
