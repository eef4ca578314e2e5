-- Where nobody has set another, everything of the business goes by the time zone of its settings.
create function business_time_zone() returns text language sql stable as $$
  select coalesce((select value #>> '{}' from settings where setting_key = 'time_zone'), 'America/Detroit')
$$;
create or replace function business_today() returns date language sql stable as $$
  select (now() at time zone business_time_zone())::date
$$;

-- A device's days are those of the place at which it stands. SQL cannot tell the zone of a place: until the server has
-- looked it up, and where no position is known, it is that of the business. The position is the one it was looked up for.
alter table devices add column time_zone varchar(65) not null default business_time_zone(),
  add column zone_latitude double precision, add column zone_longitude double precision;
