-- Lists and counts of devices with a tank of a level that needs somebody begin here. A level seldom changes: an uplink writes no
-- more for it.
create index port_states_by_level on port_states (level, device_id) where level in ('urgent', 'overfill', 'mild');
