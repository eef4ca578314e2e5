-- What a tank's volume is computed from beside its sides: 0 is a tank that lies level, is measured inside, and has heads of the
-- usual radii.
alter table device_ports
  add column metric_wall numeric(14, 6) not null default 0,
  add column imperial_wall numeric(14, 6) not null default 0,
  add column metric_dish_radius numeric(14, 6) not null default 0,
  add column imperial_dish_radius numeric(14, 6) not null default 0,
  add column metric_knuckle_radius numeric(14, 6) not null default 0,
  add column imperial_knuckle_radius numeric(14, 6) not null default 0,
  add column tilt numeric(5, 2) not null default 0,
  add column metric_gauge_position numeric(14, 6) not null default 0,
  add column imperial_gauge_position numeric(14, 6) not null default 0;
alter table tank_specs
  add column metric_wall numeric(14, 6) not null default 0,
  add column imperial_wall numeric(14, 6) not null default 0,
  add column metric_dish_radius numeric(14, 6) not null default 0,
  add column imperial_dish_radius numeric(14, 6) not null default 0,
  add column metric_knuckle_radius numeric(14, 6) not null default 0,
  add column imperial_knuckle_radius numeric(14, 6) not null default 0;
-- How far a sensor's raw value may be off, and its smallest step.
alter table sensor_types add column accuracy numeric(9, 3), add column resolution numeric(9, 3);
-- The shape that has always been there knows the radii of its heads from now on; one that somebody has changed stays theirs.
update tank_types set formula = '(segment(D,h)*L+torispherical(D,h,dish,knuckle))/1e6'
  where slug = 'horizontal_cylinder_torispherical' and formula = '(segment(D,h)*L+torispherical(D,h))/1e6';
