-- The temperature of the liquid that somebody read with a level, °C.
alter table entered_levels add column celsius real;

-- Containers of liquefied gas up to 2,000 gal are filled to their fixed gauge, whatever the temperature: their stored room is outdated.
insert into events (name, payload)
select 'levels.outdated', jsonb_build_object('port_ids', jsonb_agg(id order by id), 'effect', 'judgement')
from (
  select p.device_ports_id as id, (row_number() over (order by p.device_ports_id) - 1) / 100 as piece
  from device_ports p join tank_products r using (product_id)
  where p.active = 1 and r.product_group = 'lpg' and p.def_liters <= 7570.85) tanks
group by piece;
