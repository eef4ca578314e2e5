-- Where a truck stands overnight, and from when to when it drives: its routes begin and end there.
alter table tanker_trucks
  add column home_latitude numeric(9, 6) check (home_latitude between -90 and 90),
  add column home_longitude numeric(9, 6) check (home_longitude between -180 and 180),
  add column shift_start varchar(5),
  add column shift_end varchar(5);
