-- Tanks are looked up by their type and sensor, when either changes.
create index device_ports_tank_type on device_ports (tank_type_id);
create index device_ports_sensor_type on device_ports (sensor_type_id);
