-- Volumes by which the level of a tank changed although its liquid did not: its size, shape, sensor or liquid was corrected.
-- Like a delivery or a loss, such a step is no use.
create table tank_steps (
  device_id bigint not null references devices (device_id) on delete cascade,
  port_number smallint not null,
  at timestamptz not null,
  volume real not null,
  primary key (device_id, port_number, at)
);
