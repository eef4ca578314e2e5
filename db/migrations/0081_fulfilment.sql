-- Orders know what is still to come of them; a fill is wished for a day.
alter table transaction_documents add column wished_date date;
alter table transaction_documents add column closed_short smallint not null default 0;
alter table transaction_documents add column close_reason varchar(255);

-- Prices of fuel have up to 6 decimals.
alter table transaction_document_details alter column unit_price type numeric(16, 6);
-- The line of the order that a line of an invoice bills; several invoices may bill one line.
alter table transaction_document_details add column source_detail_id bigint
  references transaction_document_details (document_detail_id) on delete set null;
create index transaction_document_details_source on transaction_document_details (source_detail_id)
  where source_detail_id is not null;
-- What came without a delivery of ours, said by a person with the right; part of what was delivered.
alter table transaction_document_details add column quantity_by_hand numeric(13, 3) not null default 0;

-- Payments are taken back, never deleted. `status_before`: what the invoice was before its first payment.
alter table payments add column status_before smallint;
alter table payments add column reversed_at timestamptz;
alter table payments add column reversed_by bigint references users (user_id);
alter table payments add column reverse_reason varchar(255);
alter table payments add check ((reversed_at is null) = (reverse_reason is null));

-- The lines of invoices that were made of an order bill the order's lines in the same places.
update transaction_document_details l set source_detail_id = s.document_detail_id
from transaction_documents d
  join transaction_documents o on o.document_id = d.source_document_id and o.document_type = 'sales_order'
  join transaction_document_details s on s.document_id = o.document_id
where l.document_id = d.document_id and d.document_type = 'invoice'
  and s.sort_order = l.sort_order and s.product_id = l.product_id;

-- An order that was set to received by hand, and perhaps billed, was received in full: that was what people said.
update transaction_document_details l
set quantity_by_hand = l.quantity - l.quantity_delivered, quantity_delivered = l.quantity
from transaction_documents o
where o.document_id = l.document_id and o.document_type = 'sales_order' and o.status_id in (30, 31)
  and l.quantity_delivered < l.quantity;

-- An order that is released or further has been approved.
update transaction_documents set approved = 1
where approved = 0 and (document_type = 'sales_order' and status_id in (22, 23, 30, 31, 32)
  or document_type = 'purchase_order' and status_id in (23, 24, 25, 30));

-- An invoice that somebody marked as paid has a payment of what was left, so that its status follows from payments. It can
-- be taken back like any other.
insert into payments (document_id, amount, currency_id, company_amount, method, payment_date, reference)
select d.document_id, d.balance, c.currency_id, d.balance, 'by_hand', (d.updated_at at time zone 'UTC')::date, null
from transaction_documents d join companies c using (company_id)
where d.document_type = 'invoice' and d.status_id in (35, 36) and d.balance > 0;
update transaction_documents set balance = 0, document_balance = 0
where document_type = 'invoice' and status_id in (35, 36) and balance > 0;

-- A due date before the document itself is the document's own date.
update transaction_documents set due_date = document_date where due_date < document_date;

-- What is still to be paid is worth whole cents: the figures of documents that are not at their end are rounded to the
-- decimals of their company's currency, and add up as before.
with places as (
  select d.document_id, least(coalesce(c.precision, 2), 3) as p, least(coalesce(own.precision, 2), 3) as q
  from transaction_documents d join companies o using (company_id)
    join currencies c on c.currency_id = o.currency_id join currencies own on own.currency_id = d.currency_id
  where d.status_id not in (28, 29, 35, 36, 37, 38, 39)
), lines as (
  update transaction_document_details l set line_total = round(l.line_total, p.p)
  from places p where p.document_id = l.document_id
  returning l.document_id, l.line_total
), sums as (
  select document_id, sum(line_total) as subtotal from lines group by document_id
), paid as (
  select y.document_id, sum(round(y.company_amount, p.p)) as paid from payments y join places p using (document_id)
  group by y.document_id
), figures as (
  select d.document_id, p.p, p.q, coalesce(s.subtotal, round(d.subtotal, p.p)) as subtotal,
    least(round(d.discount_amount, p.p), coalesce(s.subtotal, round(d.subtotal, p.p))) as discount,
    round(d.freight, p.p) as freight, round(d.customs, p.p) as customs, round(d.expedite_fee, p.p) as expedite,
    round(d.handling_charge, p.p) as handling, coalesce(y.paid, 0) as paid, d.exchange_rate as rate
  from transaction_documents d join places p using (document_id) left join sums s using (document_id)
    left join paid y using (document_id)
)
update transaction_documents d set subtotal = f.subtotal, discount_amount = f.discount, freight = f.freight,
  customs = f.customs, expedite_fee = f.expedite, handling_charge = f.handling,
  discount = case when d.discount_type = 'A' then f.discount else d.discount end,
  total_amount = f.subtotal - f.discount + f.freight + f.customs + f.expedite + f.handling,
  balance = f.subtotal - f.discount + f.freight + f.customs + f.expedite + f.handling - f.paid,
  document_subtotal = round(f.subtotal * f.rate, f.q), document_discount = round(f.discount * f.rate, f.q),
  document_freight = round(f.freight * f.rate, f.q), document_customs = round(f.customs * f.rate, f.q),
  document_expedite_fee = round(f.expedite * f.rate, f.q), document_handling_charge = round(f.handling * f.rate, f.q),
  document_total_amount = round(
    (f.subtotal - f.discount + f.freight + f.customs + f.expedite + f.handling) * f.rate, f.q),
  document_balance = round(
    (f.subtotal - f.discount + f.freight + f.customs + f.expedite + f.handling - f.paid) * f.rate, f.q)
from figures f where f.document_id = d.document_id
  and (round(d.total_amount, f.p) <> d.total_amount or round(d.balance, f.p) <> d.balance
    or round(d.subtotal, f.p) <> d.subtotal or round(d.document_balance, f.q) <> d.document_balance);
update payments y set company_amount = greatest(round(y.company_amount, least(coalesce(c.precision, 2), 3)), 0.001)
from transaction_documents d join companies o using (company_id) join currencies c on c.currency_id = o.currency_id
where d.document_id = y.document_id and d.status_id not in (28, 29, 35, 36, 37, 38, 39);
