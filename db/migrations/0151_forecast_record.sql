-- What was forecast, and how right it was.

-- The first forecast of a tank on each day at its own place, as the models told it: days from the measurement on. What was
-- said has its range scaled by `scale_low` and `scale_high`. Rows are kept for 400 days. What is to be scored says when; then
-- it says so no more.
create table forecast_records (
  device_id bigint not null,
  port_number smallint not null,
  day date not null,
  made_at timestamptz not null,
  model text not null,
  volume real not null,
  empty_volume real not null,
  empty_low real not null,
  empty_middle real not null,
  empty_high real not null,
  red_volume real,
  red_low real,
  red_middle real,
  red_high real,
  scale_low real not null default 1,
  scale_high real not null default 1,
  due_at timestamptz,
  primary key (device_id, port_number, day)
);
create index forecast_records_due on forecast_records (due_at) where due_at is not null;
-- Rows are written in the order of their days: a range of pages tells where the old ones lie.
create index forecast_records_day on forecast_records using brin (day);

-- How right a forecast was, one a week and tank; kept for ever. `low`, `middle` and `high` are what was said; `lasted` is
-- after how many days use had passed the level, or, where it had not, how long that was waited for. `early` and `late` are
-- how far it was before or after the middle, in widths of the range as the models told it, where that had an end.
create table forecast_scores (
  device_id bigint not null,
  port_number smallint not null,
  day date not null,
  target text not null check (target in ('empty', 'red')),
  model text not null,
  low real not null,
  middle real not null,
  high real not null,
  lasted real not null,
  is_reached boolean not null,
  error real not null,
  pinball real not null,
  early real,
  late real,
  settled date not null,
  primary key (device_id, port_number, day, target)
);
create index forecast_scores_settled on forecast_scores (settled);
