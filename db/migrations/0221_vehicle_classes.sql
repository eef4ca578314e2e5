-- What vehicles, and single compartments of them, are built to carry, and what a product needs. A vehicle that has carried nothing but
-- liquefied gas has tanks under pressure.
alter table tanker_trucks
  add column vehicle_class varchar(40) not null default 'any',
  add column compartment_class1 varchar(40),
  add column compartment_class2 varchar(40),
  add column compartment_class3 varchar(40),
  add column compartment_class4 varchar(40),
  add column compartment_class5 varchar(40);
alter table tank_products add column vehicle_class varchar(40);

update tanker_trucks t set vehicle_class = 'lpg'
from (
  select used.truck_id, bool_and(p.product_group = 'lpg') as is_gas
  from shipment_planners s
    cross join lateral (values (s.truck_id), (s.trailer_id)) as used (truck_id)
    join shipment_planner_details d using (shipment_id) join tank_products p on p.product_id = d.product_id
  where used.truck_id is not null group by used.truck_id
) carried
where carried.truck_id = t.truck_id and carried.is_gas;
