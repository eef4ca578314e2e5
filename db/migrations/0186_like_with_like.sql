-- How the rise of a tank was reckoned: after − before + used + warmth.
alter table delivery_checks
  add column used_liters numeric(14, 1),
  add column used_gallons numeric(14, 1) generated always as (used_liters / 3.785411784) stored,
  add column warmth_liters numeric(14, 1),
  add column warmth_gallons numeric(14, 1) generated always as (warmth_liters / 3.785411784) stored,
  add column ticket_celsius numeric(5, 2),
  add column ticket_fahrenheit numeric(5, 1) generated always as (ticket_celsius * 1.8 + 32) stored,
  add column before_celsius numeric(5, 2),
  add column before_fahrenheit numeric(5, 1) generated always as (before_celsius * 1.8 + 32) stored,
  add column after_celsius numeric(5, 2),
  add column after_fahrenheit numeric(5, 1) generated always as (after_celsius * 1.8 + 32) stored;

-- What a tank uses was part of the rise that was found in its level, and was added once more. Kept comparisons are put right, so that
-- they can be compared with those to come.
with found as (
  select c.delivery_check_id, sum(t.volume)::numeric as rise
  from delivery_checks c join tank_changes t on t.device_id = c.device_id and t.port_number = c.port_number and t.kind = 'fill'
    and t.started_at >= c.began_at and t.ended_at <= c.ended_at
  where c.rise_liters is not null
  group by c.delivery_check_id)
update delivery_checks c
set difference_liters = c.difference_liters + f.rise - c.rise_liters, rise_liters = f.rise,
  used_liters = f.rise - (c.after_liters - c.before_liters), warmth_liters = 0
from found f where f.delivery_check_id = c.delivery_check_id;
