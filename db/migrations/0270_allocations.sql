-- A payment belongs to a customer. Allocations say which invoices payments and credit notes pay, what was given back, and what was
-- written off; balances and the statuses of payment follow from them.
create table allocations (
  allocation_id bigint generated always as identity primary key,
  -- Source: a payment or a credit note. Neither: the rest of the invoice was written off.
  payment_id bigint references payments (payment_id),
  credit_note_id bigint references transaction_documents (document_id),
  -- The invoice; null: given back to the customer.
  document_id bigint references transaction_documents (document_id),
  -- In the source's currency: that of the payment, else the company's.
  amount numeric(13, 3) not null check (amount > 0),
  -- The same in the company's currency at the invoice's rate, as its balance counts it, and in the invoice's own currency.
  company_amount numeric(13, 3) not null check (company_amount > 0),
  document_amount numeric(13, 3),
  -- The source's value at the rate of its day less `company_amount`; above zero: an exchange gain.
  exchange_difference numeric(13, 3) not null default 0,
  allocated_on date not null,
  -- The invoice's status before it.
  status_before smallint,
  reason varchar(255),
  user_id bigint references users (user_id),
  created_at timestamptz not null default now(),
  reversed_at timestamptz,
  reversed_by bigint references users (user_id),
  reverse_reason varchar(255),
  check (num_nonnulls(payment_id, credit_note_id) <= 1),
  check (num_nonnulls(payment_id, credit_note_id, document_id) >= 1)
);
create index allocations_payment on allocations (payment_id) where payment_id is not null;
create index allocations_credit_note on allocations (credit_note_id) where credit_note_id is not null;
create index allocations_document on allocations (document_id, allocation_id);
create index allocations_user on allocations (user_id);
create index allocations_reversed_by on allocations (reversed_by);

-- `company_amount` of a payment is its value at the rate of its day. `document_id` is written by the release before only.
-- beside the release before: it always writes it.
alter table payments alter column document_id drop not null, add column company_id bigint references companies (company_id);
create index payments_company on payments (company_id, payment_date);

update payments p set company_id = d.company_id from transaction_documents d where d.document_id = p.document_id;
insert into allocations (payment_id, document_id, amount, company_amount, document_amount, allocated_on, status_before, user_id,
  created_at, reversed_at, reversed_by, reverse_reason)
select p.payment_id, p.document_id, p.amount, p.company_amount,
  case when p.currency_id = d.currency_id then p.amount else round(p.company_amount * d.exchange_rate, 3) end,
  p.payment_date, p.status_before, p.user_id, p.created_at, p.reversed_at, p.reversed_by, p.reverse_reason
from payments p join transaction_documents d using (document_id) order by p.payment_id;

-- Counted money of the doorstep that is on no invoice is a payment of the customer.
insert into payments (company_id, amount, currency_id, company_amount, method, payment_date, reference, doorstep_payment_id)
select p.company_id, l.rest, p.currency_id, l.rest, p.method, least((p.at at time zone business_time_zone())::date, business_today()),
  concat_ws(' · ', nullif(p.check_number, ''), s.shipment_number), p.doorstep_payment_id
from doorstep_payments p join shipment_planners s using (shipment_id), lateral (
  select p.amount - p.given_back - coalesce(sum(o.amount), 0) as rest from payments o
  where o.doorstep_payment_id = p.doorstep_payment_id and o.reversed_at is null) l
where p.status = 'settled' and l.rest > 0;

-- The release before records payments without their company and allocation, and takes them back without it.
create function payments_of_the_release_before() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update allocations set reversed_at = new.reversed_at, reversed_by = new.reversed_by, reverse_reason = new.reverse_reason
      where payment_id = new.payment_id and reversed_at is null;
  else
    update payments p set company_id = d.company_id from transaction_documents d
      where p.payment_id = new.payment_id and d.document_id = new.document_id;
    insert into allocations (payment_id, document_id, amount, company_amount, document_amount, allocated_on, status_before, user_id,
      created_at)
    select new.payment_id, new.document_id, new.amount, new.company_amount,
      case when new.currency_id = d.currency_id then new.amount else round(new.company_amount * d.exchange_rate, 3) end,
      new.payment_date, new.status_before, new.user_id, new.created_at
    from transaction_documents d where d.document_id = new.document_id;
  end if;
  return null;
end $$;
create trigger payments_recorded_before after insert on payments
  for each row when (new.document_id is not null) execute function payments_of_the_release_before();
create trigger payments_reversed_before after update of reversed_at on payments
  for each row when (new.reversed_at is not null and old.reversed_at is null) execute function payments_of_the_release_before();

-- What was written off is no balance.
insert into allocations (document_id, amount, company_amount, document_amount, allocated_on, created_at)
select document_id, balance, balance, document_balance, greatest(document_date, (updated_at at time zone business_time_zone())::date), updated_at
from transaction_documents where document_type = 'invoice' and status_id = 37 and archived = 0 and balance > 0;
update transaction_documents set balance = 0, document_balance = 0
where document_type = 'invoice' and status_id = 37 and archived = 0 and balance > 0;
