-- A held rate waits for a person. Other inactive rates were in force on their days and value the payments of those days.
alter table exchange_rates add column is_held smallint not null default 0;
update exchange_rates set is_held = 1 where is_active = 0 and rate_date is not null;
