-- What a phone's clock said, where it cannot have been right: `at` is the corrected time then.
alter table driver_events add column phone_at text;

-- Times that were stored as phones said them, and cannot be: they become the time of receipt.
update driver_events
  set phone_at = to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), at = received_at
  where at > received_at + interval '10 minutes' or at < received_at - interval '60 days';
update delivery_tickets t set at = e.at from driver_events e where e.event_id = t.event_id and e.phone_at is not null;
update doorstep_payments p set at = e.at from driver_events e where e.event_id = p.event_id and e.phone_at is not null;
update shipment_stops s set arrived_at = e.at from driver_events e
  where e.stop_id = s.stop_id and e.kind = 'arrived' and e.phone_at is not null and s.arrived_at > now() + interval '1 day';
update shipment_stops set arrived_at = now() where arrived_at > now() + interval '1 day';
update shipment_stops set done_at = now() where done_at > now() + interval '1 day';
update shipment_stops set signed_at = now() where signed_at > now() + interval '1 day';
update stop_pictures set taken_at = now() where taken_at > now() + interval '1 day';
