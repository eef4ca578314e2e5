-- The mean temperature of days as a device has measured it itself, °C, and by how much its warmest quarter was warmer than its
-- coldest: of devices with a tank that heats, where no provider tells the weather. Empty on days of which it told too little.
create table device_days (
  device_id bigint not null references devices (device_id) on delete cascade,
  day date not null,
  mean real,
  span real,
  primary key (device_id, day)
);
