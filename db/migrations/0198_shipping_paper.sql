-- What the shipping paper of dangerous goods says beside UN number and class, and whom one calls in an emergency.
alter table tank_products add column proper_shipping_name varchar(100);
alter table tank_products add column packing_group varchar(40) check (packing_group in ('I', 'II', 'III'));
alter table companies add column emergency_phone varchar(16);
