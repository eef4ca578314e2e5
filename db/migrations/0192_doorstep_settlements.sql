-- What the office counted of the money that a driver held, each time once; and on which invoices that money went.
create table doorstep_settlements (
  settlement_id bigint generated always as identity primary key,
  carrier_id bigint not null references companies (company_id),
  -- Who held it.
  user_id bigint not null references users (user_id),
  currency_id bigint not null references currencies (currency_id),
  expected_cash numeric(19, 3) not null,
  expected_checks numeric(19, 3) not null,
  counted_cash numeric(19, 3) not null check (counted_cash >= 0),
  counted_checks numeric(19, 3) not null check (counted_checks >= 0),
  -- Why something else was counted than is told.
  reason varchar(255),
  settled_by bigint not null references users (user_id),
  settled_at timestamptz not null,
  check (reason is not null or (expected_cash = counted_cash and expected_checks = counted_checks))
);
create index doorstep_settlements_carrier on doorstep_settlements (carrier_id, settled_at);
create index doorstep_settlements_user on doorstep_settlements (user_id);
create index doorstep_settlements_currency on doorstep_settlements (currency_id);
create index doorstep_settlements_by on doorstep_settlements (settled_by);

alter table doorstep_payments
  add column settlement_id bigint references doorstep_settlements (settlement_id),
  -- What the customer got back, or never was worth anything: a check that bounced.
  add column given_back numeric(19, 3) not null default 0 check (given_back >= 0),
  add column give_back_reason varchar(255);
create index doorstep_payments_settlement on doorstep_payments (settlement_id) where settlement_id is not null;

-- The payment of an invoice that was made with money from the door.
alter table payments add column doorstep_payment_id bigint references doorstep_payments (doorstep_payment_id);
create index payments_doorstep on payments (doorstep_payment_id) where doorstep_payment_id is not null;
