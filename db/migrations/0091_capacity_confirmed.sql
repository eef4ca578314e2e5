-- That a capacity is right although the dimensions say something else has to be said, once.
alter table device_ports add column capacity_confirmed smallint not null default 0;
alter table tank_specs add column capacity_confirmed smallint not null default 0;
