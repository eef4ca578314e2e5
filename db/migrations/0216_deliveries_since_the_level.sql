-- What was delivered to a tank since its level was measured, until a later reading. `deliveries` is a list of
-- { at, litres, number, shipment_id }, the earliest first; `delivered_at` is the time of the last one.
alter table port_states add column delivered_at timestamptz;
alter table port_states add column deliveries json;
create index port_states_delivered on port_states (device_id) where delivered_at is not null;
