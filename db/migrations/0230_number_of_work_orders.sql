-- The number of a work order may be somebody's own; one that has none takes that of its id.
alter table work_orders alter column wo_number drop expression;
drop index work_orders_wo_number;
create unique index work_orders_wo_number on work_orders (lower(wo_number));

create function number_work_order() returns trigger language plpgsql as $$
begin
  new.wo_number := 'WO-' || new.id;
  while exists (select from work_orders where lower(wo_number) = lower(new.wo_number) and id <> new.id) loop
    new.wo_number := new.wo_number || '-2';
  end loop;
  return new;
end $$;
create trigger work_orders_number before insert or update of wo_number on work_orders
  for each row when (new.wo_number is null) execute function number_work_order();
