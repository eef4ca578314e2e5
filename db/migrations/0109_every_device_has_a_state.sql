-- Every device has a row of its state, from the moment it is made: so lists of devices are read along the states, in the order
-- of the worst tank, of the one that runs out first, and of the last record.
insert into device_states (device_id, company_id, last_at)
select device_id, company_id, last_record_date from devices
on conflict do nothing;
update device_states s set last_at = d.last_record_date
from devices d where d.device_id = s.device_id and s.last_at is distinct from d.last_record_date;

create function device_has_a_state() returns trigger language plpgsql as $$
begin
  insert into device_states (device_id, company_id, last_at)
  select device_id, company_id, last_record_date from devices where device_id = coalesce(new.device_id, old.device_id)
  on conflict do nothing;
  return null;
end $$;
create trigger devices_have_states after insert on devices for each row execute function device_has_a_state();
-- A state goes with its device, never alone.
create trigger device_states_stay after delete on device_states for each row execute function device_has_a_state();

create index device_states_by_percent on device_states (percent, device_id);
create index device_states_by_percent_down on device_states (percent desc nulls last, device_id desc);
create index device_states_by_empty_at on device_states (empty_at, device_id);
create index device_states_by_empty_at_down on device_states (empty_at desc nulls last, device_id desc);
create index device_states_by_last_at on device_states (last_at, device_id);
create index device_states_by_last_at_down on device_states (last_at desc nulls last, device_id desc);
