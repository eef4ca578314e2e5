-- What people call a place: the words on the device, or else the name of the site where it stands.
create function device_label(d devices) returns text language sql stable as $$
  select coalesce(nullif(d.label, ''), (select s.name from sites s where s.site_id = d.site_id))
$$;
