-- The list of devices begins with those that need somebody: by the worst level of their tanks, then those that are silent,
-- and within a level by how little is left (of an overfilled tank by how much is in it). It follows what each uplink
-- writes anyway; never empty, it is read along one index in either direction.
alter table device_states add column urgency real not null generated always as (
  case
    when level = 'urgent' then coalesce(percent, 999)
    when level = 'overfill' then 1999 - coalesce(percent, 0)
    when level = 'mild' then 2000 + coalesce(percent, 999)
    when is_offline then 3000 + coalesce(percent, 999)
    when level = 'fine' then 4000 + coalesce(percent, 999)
    else 5000 + coalesce(percent, 999)
  end) stored;
create index device_states_by_urgency on device_states (urgency, device_id);
