-- Lists of devices in the order of their battery or signal are read along the states, which each uplink writes anew anyway: an
-- index on devices would turn each uplink into a write of all of their indexes.
alter table device_states add column battery numeric(5, 2), add column signal_quality integer;
update device_states s set battery = d.battery, signal_quality = d.signal_quality
from devices d where d.device_id = s.device_id and (d.battery is not null or d.signal_quality is not null);
create or replace function device_has_a_state() returns trigger language plpgsql as $$
begin
  insert into device_states (device_id, company_id, last_at, battery, signal_quality)
  select device_id, company_id, last_record_date, battery, signal_quality from devices
  where device_id = coalesce(new.device_id, old.device_id)
  on conflict do nothing;
  return null;
end $$;

create index device_states_by_battery on device_states (battery, device_id);
create index device_states_by_battery_down on device_states (battery desc nulls last, device_id desc);
create index device_states_by_signal_quality on device_states (signal_quality, device_id);
create index device_states_by_signal_quality_down on device_states (signal_quality desc nulls last, device_id desc);
