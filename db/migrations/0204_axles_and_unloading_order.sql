-- What the axles of a vehicle may bear, what they bear when it is empty, and the percent of what each compartment holds that rests on
-- the rear axles; and from which end its compartments have to be emptied.
alter table tanker_trucks
  add column front_axle_limit bigint,
  add column front_axle_empty bigint,
  add column rear_axle_limit bigint,
  add column rear_axle_empty bigint,
  add column imperial_front_axle_limit numeric(21, 6),
  add column imperial_front_axle_empty numeric(21, 6),
  add column imperial_rear_axle_limit numeric(21, 6),
  add column imperial_rear_axle_empty numeric(21, 6),
  add column rear_share1 numeric(5, 2),
  add column rear_share2 numeric(5, 2),
  add column rear_share3 numeric(5, 2),
  add column rear_share4 numeric(5, 2),
  add column rear_share5 numeric(5, 2),
  add column unloading_order varchar(40) not null default 'any';
