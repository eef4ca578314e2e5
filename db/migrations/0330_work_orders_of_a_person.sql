-- The home page of a technician lists the work orders that they perform.
create index work_orders_performed_by on work_orders (performed_by) where performed_by is not null;
