-- What a customer may owe, in its own currency, and whether new orders wait until it has paid.
alter table companies
  add column credit_limit numeric(13, 3) check (credit_limit >= 0),
  add column credit_hold smallint not null default 0 check (credit_hold in (0, 1)),
  add column credit_hold_reason varchar(255);
-- Why the office took an order of a customer on hold.
alter table transaction_documents add column credit_reason varchar(255);
