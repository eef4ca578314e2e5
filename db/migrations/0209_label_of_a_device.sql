-- What people call the place of a device, as before. A function without a query of its own becomes part of the statement that calls
-- it: only for a device without a label is another one called.
create function site_name(id bigint) returns text language sql stable parallel safe as $$
  select name from sites where site_id = id
$$;
create or replace function device_label(d devices) returns text language sql stable parallel safe as $$
  select coalesce(nullif(d.label, ''), site_name(d.site_id))
$$;
