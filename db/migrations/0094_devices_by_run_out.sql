-- When the first tank of a device runs out, if its use goes on as it does: what the list of devices is sorted by. It
-- follows the forecasts, which are written a few times a day, and never the readings.
alter table device_states add column empty_at timestamptz;

update device_states d set empty_at = p.empty_at
from (
  select device_id, min(forecast_at + days_to_empty * interval '1 day') as empty_at
  from port_states where days_to_empty is not null group by device_id) p
where p.device_id = d.device_id;

create function device_run_out() returns trigger language plpgsql as $$
declare
  device bigint := coalesce(new.device_id, old.device_id);
begin
  update device_states set empty_at = (
    select min(forecast_at + days_to_empty * interval '1 day') from port_states where device_id = device)
  where device_id = device;
  return null;
end $$;
create trigger port_states_run_out after update of days_to_empty, forecast_at or delete on port_states
  for each row execute function device_run_out();
