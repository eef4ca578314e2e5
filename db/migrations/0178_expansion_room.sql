-- The part of a compartment that stays empty above a product, so that it can expand on the way.
alter table tank_products add column expansion_room numeric(5,2)
  check (expansion_room between 0 and 50);
