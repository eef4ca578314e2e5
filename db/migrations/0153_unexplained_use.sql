-- How each tank was judged last: once on each day at its own place.
create table tank_judgements (
  device_id bigint not null references devices (device_id) on delete cascade,
  port_number smallint not null,
  judged_day date not null,
  -- A changed use that was accepted as the usual one: days before it teach nothing any more.
  usual_since date,
  none text,
  -- Litres a day: the smallest loss that is seen within two weeks, and by how much days are off what is expected.
  smallest real,
  spread real,
  -- Natural logarithms: how strong the evidence of a loss is, and how strong it must be.
  evidence real,
  threshold real,
  primary key (device_id, port_number)
);
