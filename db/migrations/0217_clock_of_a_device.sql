-- Up to which time a device with a wrong clock reported from the future; nothing of that is believed.
alter table devices add column clock_ahead_until timestamptz;
