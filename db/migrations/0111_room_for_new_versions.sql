-- What an uplink writes of a device, and adds to an hour and a day, stands in no index. With room left on its page a new version
-- of the row stays there, and no index hears of it.
alter table devices set (fillfactor = 70);
do $$ declare part regclass;
begin
  for part in select inhrelid from pg_inherits
    where inhparent in ('readings_hourly'::regclass, 'readings_daily'::regclass) and not inhdetachpending
  loop
    execute format('alter table %s set (fillfactor = 70)', part);
  end loop;
end $$;
