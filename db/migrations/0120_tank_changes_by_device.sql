-- Every key of what devices send is led by the device, so that it could be spread over machines by device (docs/scale.md).
-- Nothing refers to a change of a tank by its number alone.
alter table tank_changes
  drop constraint tank_changes_pkey,
  add primary key (device_id, tank_change_id);
