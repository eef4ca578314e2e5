-- Trucks are told in gallons and pounds, or in litres and kilograms. The metric figures are whole; where the imperial one is
-- not what they amount to, it is the one that was entered, and exact.
alter table tanker_trucks
  add column imperial_max_weight numeric(21, 6),
  add column imperial_gvwr numeric(21, 6),
  add column imperial_payload numeric(21, 6),
  add column imperial_compartment1 numeric(17, 6),
  add column imperial_compartment2 numeric(17, 6),
  add column imperial_compartment3 numeric(17, 6),
  add column imperial_compartment4 numeric(17, 6),
  add column imperial_compartment5 numeric(17, 6);

create function truck_units() returns trigger language plpgsql as $$
begin
  new.imperial_max_weight := coalesce(new.imperial_max_weight, round(new.max_weight / 0.45359237, 6));
  new.imperial_gvwr := coalesce(new.imperial_gvwr, round(new.gvwr / 0.45359237, 6));
  new.imperial_payload := coalesce(new.imperial_payload, round(new.payload / 0.45359237, 6));
  new.imperial_compartment1 := coalesce(new.imperial_compartment1, round(new.compartment1 / 3.785411784, 6));
  new.imperial_compartment2 := coalesce(new.imperial_compartment2, round(new.compartment2 / 3.785411784, 6));
  new.imperial_compartment3 := coalesce(new.imperial_compartment3, round(new.compartment3 / 3.785411784, 6));
  new.imperial_compartment4 := coalesce(new.imperial_compartment4, round(new.compartment4 / 3.785411784, 6));
  new.imperial_compartment5 := coalesce(new.imperial_compartment5, round(new.compartment5 / 3.785411784, 6));
  return new;
end $$;
create trigger tanker_trucks_units before insert or update on tanker_trucks for each row execute function truck_units();
update tanker_trucks set max_weight = max_weight;

-- A load and what was delivered of it: a quantity in a unit, and its exact litres. The whole litres are their echo. What is
-- stored was said in litres on every screen.
alter table shipment_planner_details
  add column quantity numeric(14, 3),
  add column unit_id bigint references units_of_measure (id),
  add column quantity_liters numeric(28, 12),
  add column delivered numeric(14, 3),
  add column delivered_unit_id bigint references units_of_measure (id),
  add column delivered_liters numeric(28, 12),
  -- Litres that the tank could take when the round left; nothing where it was not watched.
  add column room_liters numeric(16, 3);
create index shipment_planner_details_unit on shipment_planner_details (unit_id);
create index shipment_planner_details_delivered_unit on shipment_planner_details (delivered_unit_id);

create function load_units() returns trigger language plpgsql as $$
declare
  size numeric;
  delivered_size numeric;
begin
  if new.unit_id is null or new.quantity is null then
    new.unit_id := (select id from units_of_measure where code = 'l');
    new.quantity := new.quantity_ordered;
    if new.quantity_delivered is not null then new.delivered := new.quantity_delivered; end if;
  end if;
  size := (select factor from units_of_measure where id = new.unit_id and measure = 'volume');
  if size is null then raise exception 'a load is measured in a unit of volume' using errcode = 'check_violation'; end if;
  if new.delivered is null and new.quantity_delivered is not null then
    new.delivered := round(new.quantity_delivered / size, 3);
  end if;
  if new.delivered is not null then new.delivered_unit_id := coalesce(new.delivered_unit_id, new.unit_id); end if;
  delivered_size := (select factor from units_of_measure where id = new.delivered_unit_id and measure = 'volume');
  new.quantity_liters := new.quantity * size;
  new.delivered_liters := new.delivered * delivered_size;
  new.quantity_ordered := greatest(round(new.quantity_liters), 1);
  new.quantity_delivered := round(new.delivered_liters, 3);
  return new;
end $$;
create trigger shipment_planner_details_units before insert or update on shipment_planner_details
  for each row execute function load_units();
update shipment_planner_details set sort_order = sort_order;
alter table shipment_planner_details alter column unit_id set not null;
alter table shipment_planner_details alter column quantity set not null;

alter table shipment_planners add column overrule_reason varchar(255);
-- When it left, and when all of it was delivered: a tank that has told since shows what came.
alter table shipment_planners add column left_at timestamptz;
alter table shipment_planners add column delivered_at timestamptz;

-- What somebody with the right let pass, and why. It stays.
create table shipment_overrules (
  shipment_overrule_id bigint generated always as identity primary key,
  shipment_id bigint not null references shipment_planners (shipment_id) on delete cascade,
  shipment_detail_id bigint references shipment_planner_details (shipment_detail_id) on delete cascade,
  stage text not null check (stage in ('plan', 'finalize')),
  rule text not null,
  quantity_liters numeric(28, 12),
  limit_liters numeric(28, 12),
  reason varchar(255) not null,
  user_id bigint references users (user_id),
  at timestamptz not null default now()
);
create index shipment_overrules_shipment on shipment_overrules (shipment_id);
create index shipment_overrules_user on shipment_overrules (user_id);

-- The tanks that a load is for: the one that it names, or those of the order's device that hold its grade.
create function load_ports(port_id bigint, line_id bigint, load_product_id bigint) returns bigint[] language sql stable as $$
  select case when port_id is not null then array[port_id] else coalesce((
    select array_agg(t.device_ports_id order by t.device_ports_id)
    from transaction_document_details l join transaction_documents o using (document_id)
      join device_ports t on t.device_id = o.device_id and t.active = 1 and t.def_liters > 0
      join tank_products held on held.product_id = t.product_id
      join tank_products brought on brought.product_id = load_product_id
    where l.document_detail_id = line_id
      and lower(coalesce(held.grade, held.product_name)) = lower(coalesce(brought.grade, brought.product_name))), '{}')
  end
$$;
