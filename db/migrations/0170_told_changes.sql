-- What people said of the rises of a tank: of one that was seen what it was, or a delivery that nobody saw in the level. Litres.
create table told_changes (
  told_change_id bigint generated always as identity,
  device_id bigint not null references devices (device_id) on delete cascade,
  port_number smallint not null,
  verdict text not null check (verdict in ('delivery', 'transfer', 'sensor_moved', 'expansion')),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  volume real not null check (volume > 0),
  note varchar(255),
  told_by bigint,
  told_at timestamptz not null,
  -- Of one rise the last word counts.
  unique (device_id, port_number, started_at, ended_at),
  primary key (device_id, told_change_id)
);
