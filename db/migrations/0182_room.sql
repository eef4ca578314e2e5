-- The list of devices is sorted by room, too: what may be brought to the tank that is worst. It is written with each level, for it
-- depends on the limits of tank and product and, of a liquefied gas, on its temperature.
alter table port_states add column room real;
alter table device_states add column room real;
create index device_states_by_room on device_states (room, device_id);
create index device_states_by_room_down on device_states (room desc nulls last, device_id desc);

-- What is there already, as `roomOf` of core tells it: a liquefied gas is let in as far as it still fits at 40 °F, by the density of
-- liquid propane.
with tanks as (
  select s.device_id, s.port_number, s.volume, p.def_liters as capacity, pr.product_group = 'lpg' as is_gas,
    coalesce(p.max_fill, pr.max_fill, case when pr.product_group = 'lpg' then 80 else 95 end) as max_fill,
    1 - (least(greatest(coalesce(s.temperature, -40), -60), 70) + 273.15) / 369.89 as theta, 1 - (40.0 / 9 + 273.15) / 369.89 as at_fill
  from port_states s join device_ports p using (device_id, port_number) left join tank_products pr using (product_id)
  where s.volume is not null),
limits as (
  select *, case when is_gas then least(1,
    (1 + 1.82205 * power(at_fill, 0.345) + 0.65802 * power(at_fill, 0.74) + 0.21109 * power(at_fill, 2.6) + 0.083973 * power(at_fill, 7.2))
    / (1 + 1.82205 * power(theta, 0.345) + 0.65802 * power(theta, 0.74) + 0.21109 * power(theta, 2.6) + 0.083973 * power(theta, 7.2)))
    else 1 end as swelling
  from tanks)
update port_states s set room = greatest(l.capacity * l.max_fill * l.swelling / 100 - l.volume, 0)
from limits l where s.device_id = l.device_id and s.port_number = l.port_number;

update device_states d set room = (
  select s.room from port_states s where s.device_id = d.device_id
  order by array_position(array['urgent', 'overfill', 'mild', 'fine', 'unknown'], s.level), s.percent limit 1);
