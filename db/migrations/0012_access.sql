-- Settings have keys of their own; what was one value of two figures becomes two.
insert into settings (setting_key, value)
select 'retention_raw_months', value -> 'rawMonths' from settings
where setting_key = 'retention' and value ? 'rawMonths'
union all
select 'retention_hourly_years', value -> 'hourlyYears' from settings
where setting_key = 'retention' and value ? 'hourlyYears';
delete from settings where setting_key = 'retention';

-- Networks and lengths of sessions are part of who may do what.
create trigger settings_access after insert or update or delete on settings
for each statement execute function tell_access();
