-- What is usual for a tank as a figure of its own, so that a reader can add up: rise = ticket + bias + difference, in either unit.
alter table delivery_checks
  add column bias_liters numeric(14, 1) generated always as (rise_liters - ticket_liters - difference_liters) stored,
  add column bias_gallons numeric(14, 1) generated always as (round(rise_liters / 3.785411784, 1)
    - round(ticket_liters / 3.785411784, 1) - round(difference_liters / 3.785411784, 1)) stored;
