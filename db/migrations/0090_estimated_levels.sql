-- What is shown of a tank (height, volume, percent, level) is what was measured, or, when nothing believable was heard for
-- longer than is usual for the device, an estimate; then what was measured last is kept beside it.
alter table port_states
  add column use_pattern jsonb,
  add column estimated_at timestamptz,
  add column measured_height real,
  add column measured_volume real,
  add column measured_percent real,
  add column volume_low real,
  add column volume_high real,
  add column dry_at timestamptz;
alter table device_states add column is_estimated boolean not null default false;

-- Every forecast is made anew, and keeps from then on how the tank is used.
update port_states set forecast_at = null where forecast_at is not null;

alter table alerts add column level_source varchar(40);
update alerts set level_source = 'measured' where level in ('urgent', 'mild', 'overfill');

-- A tank's level is that of its alert until the alert closes, also inside the hysteresis.
update port_states s set level = a.level
from alerts a
where a.device_id = s.device_id and a.port_number = s.port_number and a.status <> 'closed'
  and (a.level = 'urgent' and s.level in ('mild', 'fine') or a.level in ('mild', 'overfill') and s.level = 'fine');
update device_states d set level = p.level, percent = p.percent
from (
  select distinct on (device_id) device_id, level, percent from port_states
  order by device_id, array_position(array['urgent', 'overfill', 'mild', 'fine', 'unknown'], level), percent) p
where p.device_id = d.device_id and p.level <> d.level;

-- Nobody watches a device that is suspended or retired: its alerts are over.
with closed as (
  update alerts a set status = 'closed', closed_at = now(), updated_at = now()
  from devices d
  where d.device_id = a.device_id and d.status in ('suspended', 'retired') and a.status <> 'closed'
  returning a.alert_id)
insert into alert_events (alert_id, event) select alert_id, 'closed' from closed;
update device_states s set is_offline = false
from devices d where d.device_id = s.device_id and d.status in ('suspended', 'retired') and s.is_offline;
