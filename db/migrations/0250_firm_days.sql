-- Customers learn the day of a draft only when a planner has marked it as firm.
alter table shipment_planners add column is_firm smallint not null default 0;
