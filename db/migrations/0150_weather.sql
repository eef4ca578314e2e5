-- The mean temperature of days at places, by squares of a quarter of a degree (`weatherCellOf`): what was, and what is
-- foretold, which the next answer of the provider replaces.
create table weather_days (
  north smallint not null,
  east smallint not null,
  day date not null,
  mean real not null,
  told_at timestamptz not null,
  primary key (north, east, day)
);
-- When the provider was asked last for a square, and with what success.
create table weather_cells (
  north smallint not null,
  east smallint not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  fault varchar(200),
  primary key (north, east)
);
