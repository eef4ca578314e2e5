-- Money that drivers took at the door, as their events tell it. Who took it holds it until the office has counted it.
create table doorstep_payments (
  doorstep_payment_id bigint generated always as identity primary key,
  event_id uuid not null unique references driver_events (event_id),
  -- Whose round it was.
  carrier_id bigint not null references companies (company_id),
  -- Who paid.
  company_id bigint not null references companies (company_id),
  shipment_id bigint not null references shipment_planners (shipment_id),
  stop_id bigint not null references shipment_stops (stop_id),
  -- Who took it.
  user_id bigint not null references users (user_id),
  method varchar(40) not null check (method in ('cash', 'check')),
  amount numeric(19, 3) not null check (amount >= 0),
  currency_id bigint not null references currencies (currency_id),
  check_number varchar(40),
  note varchar(255),
  -- `void`: taken back before the stop was signed; `corrected`: another one counts in its place.
  status varchar(40) not null check (status in ('held', 'settled', 'void', 'corrected')),
  correction_of bigint references doorstep_payments (doorstep_payment_id),
  at timestamptz not null,
  created_at timestamptz not null default now()
);
create index doorstep_payments_held on doorstep_payments (carrier_id, user_id) where status = 'held';
create index doorstep_payments_company on doorstep_payments (company_id);
create index doorstep_payments_shipment on doorstep_payments (shipment_id);
create index doorstep_payments_stop on doorstep_payments (stop_id);
create index doorstep_payments_user on doorstep_payments (user_id);
create index doorstep_payments_currency on doorstep_payments (currency_id);
create index doorstep_payments_correction on doorstep_payments (correction_of) where correction_of is not null;
