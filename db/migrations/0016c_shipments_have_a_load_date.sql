update shipment_planners set load_date = coalesce(deliver_date, (created_at at time zone 'UTC')::date)
  where load_date is null;
alter table shipment_planners alter column load_date set not null;
