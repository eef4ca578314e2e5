-- A tank's history that is computed anew from its raw values, from a day (UTC) on, a piece at a time.
create table recomputations (
  recomputation_id bigint generated always as identity primary key,
  device_id bigint not null references devices (device_id) on delete cascade,
  device_ports_id bigint not null references device_ports (device_ports_id) on delete cascade,
  port_number smallint not null,
  from_day date not null,
  -- The first day that is not done yet, and the first that is not asked for.
  next_day date not null,
  until_day date not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  readings bigint not null default 0,
  memory jsonb,
  requested_by bigint references users (user_id) on delete set null,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index recomputations_open on recomputations (device_ports_id) where status in ('queued', 'running');
create index recomputations_port on recomputations (device_ports_id, recomputation_id desc);
create index recomputations_device on recomputations (device_id);
create index recomputations_requested_by on recomputations (requested_by);
