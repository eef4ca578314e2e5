-- What the loads of a round delivered and what its delivery checks compared, by product: the reconciliation reads these few rows instead
-- of all loads and checks of two years.
create table round_figures (
  shipment_id bigint not null,
  product_id bigint,
  -- The truck of the checks; null for loads, which belong to the truck of their round.
  truck_id bigint,
  -- Loads or checks that it adds up: the reconciliation has no row for a product without one.
  parts integer not null,
  delivered numeric not null,
  metered numeric not null,
  gauged numeric not null,
  difference numeric not null,
  unique nulls not distinct (shipment_id, product_id, truck_id)
);

create view round_facts as
select shipment_id, product_id, null::bigint as truck_id, 1 as parts, coalesce(delivered_liters, 0) as delivered, 0::numeric as metered,
  0::numeric as gauged, 0::numeric as difference
from shipment_planner_details
union all
select shipment_id, product_id, truck_id, 1, 0, ticket_liters, coalesce(rise_liters, 0), difference_liters
from delivery_checks where difference_liters is not null;

-- Adds what is new and subtracts what is old: writers of one round do not see each other's rows, and need not.
create function add_round_figures(facts round_facts[]) returns void language sql as $$
  insert into round_figures as f
  select * from unnest(facts) order by shipment_id, product_id, truck_id
  on conflict (shipment_id, product_id, truck_id) do update set parts = f.parts + excluded.parts,
    delivered = f.delivered + excluded.delivered, metered = f.metered + excluded.metered, gauged = f.gauged + excluded.gauged,
    difference = f.difference + excluded.difference
$$;

-- A statement that changes none of these figures writes nothing.
create function count_loads() returns trigger language plpgsql as $$
declare
  facts round_facts[];
begin
  if tg_op = 'INSERT' then
    facts := array(select row(shipment_id, product_id, null::bigint, count(*), sum(coalesce(delivered_liters, 0)), 0, 0, 0)::round_facts
      from after group by shipment_id, product_id);
  elsif tg_op = 'DELETE' then
    facts := array(select row(shipment_id, product_id, null::bigint, -count(*), -sum(coalesce(delivered_liters, 0)), 0, 0, 0)::round_facts
      from before group by shipment_id, product_id);
  else
    facts := array(select row(shipment_id, product_id, null::bigint, sum(sign), sum(sign * coalesce(delivered_liters, 0)), 0, 0, 0)::round_facts
      from (select 1 as sign, shipment_id, product_id, delivered_liters from after
        union all select -1, shipment_id, product_id, delivered_liters from before) as both_rows
      group by shipment_id, product_id
      having sum(sign) <> 0 or sum(sign * coalesce(delivered_liters, 0)) <> 0);
  end if;
  if cardinality(facts) > 0 then perform add_round_figures(facts); end if;
  return null;
end $$;
create trigger round_loads_added after insert on shipment_planner_details
  referencing new table as after for each statement execute function count_loads();
create trigger round_loads_changed after update on shipment_planner_details
  referencing old table as before new table as after for each statement execute function count_loads();
create trigger round_loads_removed after delete on shipment_planner_details
  referencing old table as before for each statement execute function count_loads();

create function count_checks() returns trigger language plpgsql as $$
declare
  facts round_facts[];
begin
  if tg_op = 'INSERT' then
    facts := array(select row(shipment_id, product_id, truck_id, count(*), 0, sum(ticket_liters), sum(coalesce(rise_liters, 0)),
      sum(difference_liters))::round_facts from after where difference_liters is not null group by shipment_id, product_id, truck_id);
  elsif tg_op = 'DELETE' then
    facts := array(select row(shipment_id, product_id, truck_id, -count(*), 0, -sum(ticket_liters), -sum(coalesce(rise_liters, 0)),
      -sum(difference_liters))::round_facts from before where difference_liters is not null group by shipment_id, product_id, truck_id);
  else
    facts := array(select row(shipment_id, product_id, truck_id, sum(sign), 0, sum(sign * ticket_liters),
        sum(sign * coalesce(rise_liters, 0)), sum(sign * difference_liters))::round_facts
      from (select 1 as sign, shipment_id, product_id, truck_id, ticket_liters, rise_liters, difference_liters from after
        union all select -1, shipment_id, product_id, truck_id, ticket_liters, rise_liters, difference_liters from before) as both_rows
      where difference_liters is not null group by shipment_id, product_id, truck_id
      having sum(sign) <> 0 or sum(sign * ticket_liters) <> 0 or sum(sign * coalesce(rise_liters, 0)) <> 0
        or sum(sign * difference_liters) <> 0);
  end if;
  if cardinality(facts) > 0 then perform add_round_figures(facts); end if;
  return null;
end $$;
create trigger round_checks_added after insert on delivery_checks
  referencing new table as after for each statement execute function count_checks();
create trigger round_checks_changed after update on delivery_checks
  referencing old table as before new table as after for each statement execute function count_checks();
create trigger round_checks_removed after delete on delivery_checks
  referencing old table as before for each statement execute function count_checks();

insert into round_figures
select shipment_id, product_id, truck_id, sum(parts), sum(delivered), sum(metered), sum(gauged), sum(difference)
from round_facts group by 1, 2, 3;
