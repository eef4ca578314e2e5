-- Where a truck on the road was last, with its driver's leave, and when it is expected at its stops. Neither outlives the round.
create table truck_positions (
  shipment_id bigint primary key references shipment_planners on delete cascade,
  latitude numeric(9, 6) not null,
  longitude numeric(9, 6) not null,
  at timestamptz not null
);
alter table shipment_stops add column expected_arrival timestamptz;

create function forget_truck_position() returns trigger language plpgsql as $$
begin
  delete from truck_positions where shipment_id = new.shipment_id;
  update shipment_stops set expected_arrival = null where shipment_id = new.shipment_id and expected_arrival is not null;
  return null;
end $$;
-- 2: in route.
create trigger shipment_planners_off_the_road after update of status_id on shipment_planners
  for each row when (old.status_id = 2 and new.status_id <> 2) execute function forget_truck_position();
