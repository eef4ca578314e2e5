-- What of a tank's capacity cannot be drawn, percent, and from what daily mean on nobody heats: of a product, and of a tank,
-- which goes before it. 5 % and the setting where neither says anything.
alter table tank_products
  add column unusable_bottom numeric(5, 2) check (unusable_bottom >= 0 and unusable_bottom <= 50),
  add column degree_day_base varchar(40);
alter table device_ports
  add column unusable_bottom numeric(5, 2) check (unusable_bottom >= 0 and unusable_bottom <= 50),
  add column degree_day_base varchar(40);
