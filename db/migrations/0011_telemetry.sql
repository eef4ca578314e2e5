-- What devices send, and what is derived from it.

-- Times are stored as timestamptz; values of telemetry are binary floats, as they come from the field.
-- Each key begins with the device, so that the tables can be distributed by it later.
create table readings (
  device_id bigint not null,
  port_number smallint not null,
  at timestamptz not null,
  raw real not null,
  height real,
  volume real,
  percent real,
  temperature real,
  quality smallint not null default 0,
  primary key (device_id, port_number, at)
) partition by range (at);

create table readings_hourly (
  device_id bigint not null,
  port_number smallint not null,
  at timestamptz not null,
  count integer not null,
  sum_volume double precision not null,
  min_volume real not null,
  max_volume real not null,
  sum_percent double precision not null,
  min_percent real not null,
  max_percent real not null,
  sum_height double precision not null,
  first_at timestamptz not null,
  first_volume real not null,
  last_at timestamptz not null,
  last_volume real not null,
  primary key (device_id, port_number, at)
) partition by range (at);

-- One row a device's calendar day in UTC; kept for ever.
create table readings_daily (
  device_id bigint not null,
  port_number smallint not null,
  at timestamptz not null,
  count integer not null,
  sum_volume double precision not null,
  min_volume real not null,
  max_volume real not null,
  sum_percent double precision not null,
  min_percent real not null,
  max_percent real not null,
  sum_height double precision not null,
  first_at timestamptz not null,
  first_volume real not null,
  last_at timestamptz not null,
  last_volume real not null,
  primary key (device_id, port_number, at)
) partition by range (at);

-- What the device said of itself.
create table device_records (
  device_id bigint not null,
  at timestamptz not null,
  battery_voltage real,
  battery real,
  signal_quality smallint,
  temperature real,
  queued_records integer,
  latitude double precision,
  longitude double precision,
  primary key (device_id, at)
) partition by range (at);

-- The uplinks as received, for the log, with what came of each.
create table raw_uplinks (
  uplink_id bigint generated always as identity,
  device_id bigint not null,
  received_at timestamptz not null default now(),
  door text not null,
  accepted integer not null,
  duplicates integer not null,
  refused integer not null,
  body json not null,
  outcome json not null default '[]',
  primary key (device_id, received_at, uplink_id)
) partition by range (received_at);

-- The newest of each port and device: lists and maps read these and never search the history.
create table port_states (
  device_id bigint not null,
  port_number smallint not null,
  at timestamptz not null,
  raw real not null,
  height real,
  volume real,
  percent real,
  temperature real,
  quality smallint not null default 0,
  trusted_at timestamptz,
  level text not null default 'unknown',
  -- What a port's readings leave in memory is read and written whole with each uplink, and hardly ever asked for a part: as
  -- text it is kept as it comes, where `jsonb` takes every number of it apart and puts it together again.
  trust_state json,
  change_state json,
  use_per_day real,
  days_to_empty real,
  days_to_empty_low real,
  days_to_empty_high real,
  days_to_red real,
  no_forecast text,
  forecast_at timestamptz,
  -- What is shown of a tank (height, volume, percent, level) is what was measured, or, when nothing believable was heard for
  -- longer than is usual for the device, an estimate; then what was measured last is kept beside it.
  use_pattern jsonb,
  estimated_at timestamptz,
  measured_height real,
  measured_volume real,
  measured_percent real,
  volume_low real,
  volume_high real,
  dry_at timestamptz,
  -- What is expected to be used from now on, as it is drawn from simulated paths: it takes the place of the pattern of the
  -- week (`use_pattern`), whose column goes with a later release. It is read whole.
  use_course json,
  primary key (device_id, port_number)
) with (fillfactor = 70);
-- Lists and counts of devices with a tank of a level that needs somebody begin here. A level seldom changes: an uplink
-- writes no more for it.
create index port_states_by_level on port_states (level, device_id) where level in ('urgent', 'overfill', 'mild');

create table device_states (
  device_id bigint primary key,
  company_id bigint not null,
  last_at timestamptz,
  due_at timestamptz,
  battery_voltage real,
  temperature real,
  latitude double precision,
  longitude double precision,
  level text not null default 'unknown',
  percent real,
  is_offline boolean not null default false,
  is_estimated boolean not null default false,
  -- When the first tank of a device runs out, if its use goes on as it does: what the list of devices is sorted by. It
  -- follows the forecasts, which are written a few times a day, and never the readings.
  empty_at timestamptz,
  -- Lists of devices in the order of their battery or signal are read along the states, which each uplink writes anew
  -- anyway: an index on devices would turn each uplink into a write of all of their indexes.
  battery numeric(5, 2),
  signal_quality integer
) with (fillfactor = 70);
create index device_states_due on device_states (due_at) where not is_offline;
create index device_states_by_percent on device_states (percent, device_id);
create index device_states_by_percent_down on device_states (percent desc nulls last, device_id desc);
create index device_states_by_empty_at on device_states (empty_at, device_id);
create index device_states_by_empty_at_down on device_states (empty_at desc nulls last, device_id desc);
create index device_states_by_last_at on device_states (last_at, device_id);
create index device_states_by_last_at_down on device_states (last_at desc nulls last, device_id desc);
create index device_states_by_battery on device_states (battery, device_id);
create index device_states_by_battery_down on device_states (battery desc nulls last, device_id desc);
create index device_states_by_signal_quality on device_states (signal_quality, device_id);
create index device_states_by_signal_quality_down on device_states (signal_quality desc nulls last, device_id desc);

-- Deliveries found in the readings, and sudden losses.
create table tank_changes (
  tank_change_id bigint generated always as identity,
  device_id bigint not null,
  port_number smallint not null,
  kind text not null check (kind in ('fill', 'loss')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  volume real not null,
  before_volume real not null,
  after_volume real not null,
  is_judged boolean not null default false,
  unique (device_id, port_number, kind, started_at),
  -- Every key of what devices send is led by the device, so that it could be spread over machines by device (docs/scale.md).
  -- Nothing refers to a change of a tank by its number alone.
  primary key (device_id, tank_change_id)
);
create index tank_changes_port on tank_changes (device_id, port_number, started_at);
create index tank_changes_waiting on tank_changes (device_id) where not is_judged;

-- A tank's history that is computed anew from its raw values, from a day (UTC) on, a piece at a time.
create table recomputations (
  recomputation_id bigint generated always as identity primary key,
  device_id bigint not null,
  device_ports_id bigint not null,
  port_number smallint not null,
  from_day date not null,
  -- The first day that is not done yet, and the first that is not asked for.
  next_day date not null,
  until_day date not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  readings bigint not null default 0,
  memory jsonb,
  requested_by bigint,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index recomputations_open on recomputations (device_ports_id) where status in ('queued', 'running');
create index recomputations_port on recomputations (device_ports_id, recomputation_id desc);
create index recomputations_device on recomputations (device_id);
create index recomputations_requested_by on recomputations (requested_by);

create function device_run_out() returns trigger language plpgsql as $$
declare
  device bigint := coalesce(new.device_id, old.device_id);
begin
  update device_states set empty_at = (
    select min(forecast_at + days_to_empty * interval '1 day') from port_states where device_id = device)
  where device_id = device;
  return null;
end $$;
-- A state goes with its device, never alone.
create trigger device_states_stay after delete on device_states for each row execute function device_has_a_state();

-- A reading names the columns of the forecast without changing them: then there is nothing to renew.
create trigger port_states_run_out after update of days_to_empty, forecast_at on port_states
  for each row when ((old.days_to_empty, old.forecast_at) is distinct from (new.days_to_empty, new.forecast_at))
  execute function device_run_out();
create trigger port_states_gone after delete on port_states
  for each row execute function device_run_out();
