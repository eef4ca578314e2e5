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
create table readings_daily (like readings_hourly including all) partition by range (at);

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

-- What happened and who must still hear of it: written with its cause, deleted with its consequence.
create table events (
  event_id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text
);
create index events_run_at on events (run_at, event_id);

-- The newest of each port and device: lists and maps read these and never search the history.
create table port_states (
  device_id bigint not null references devices (device_id) on delete cascade,
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
  trust_state jsonb,
  change_state jsonb,
  use_per_day real,
  days_to_empty real,
  days_to_empty_low real,
  days_to_empty_high real,
  days_to_red real,
  no_forecast text,
  forecast_at timestamptz,
  primary key (device_id, port_number)
) with (fillfactor = 70);

create table device_states (
  device_id bigint primary key references devices (device_id) on delete cascade,
  company_id bigint not null references companies (company_id),
  last_at timestamptz,
  due_at timestamptz,
  battery_voltage real,
  temperature real,
  latitude double precision,
  longitude double precision,
  level text not null default 'unknown',
  percent real,
  is_offline boolean not null default false
) with (fillfactor = 70);
create index device_states_due on device_states (due_at) where not is_offline;

-- Deliveries found in the readings, and sudden losses.
create table tank_changes (
  tank_change_id bigint generated always as identity primary key,
  device_id bigint not null references devices (device_id) on delete cascade,
  port_number smallint not null,
  kind text not null check (kind in ('fill', 'loss')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  volume real not null,
  before_volume real not null,
  after_volume real not null,
  is_judged boolean not null default false,
  unique (device_id, port_number, kind, started_at)
);
create index tank_changes_port on tank_changes (device_id, port_number, started_at);
create index tank_changes_waiting on tank_changes (device_id) where not is_judged;
