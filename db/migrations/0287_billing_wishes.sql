-- How a customer wants its invoices: which deliveries share one, when they are billed, and where they are mailed.
alter table companies
  add column invoice_per varchar(5) not null default 'order',
  add column billing_rhythm varchar(8) not null default 'delivery',
  add column billing_email varchar(100);

-- What an invoice over several orders bills of each besides its lines, in the company's currency. An invoice over one order has no row:
-- it names the order itself.
create table invoice_orders (
  invoice_id bigint not null references transaction_documents (document_id) on delete cascade,
  order_id bigint not null references transaction_documents (document_id) on delete cascade,
  device_id bigint not null references devices (device_id),
  freight numeric(13, 3) not null,
  customs numeric(13, 3) not null,
  expedite_fee numeric(13, 3) not null,
  handling_charge numeric(13, 3) not null,
  discount numeric(13, 3) not null,
  primary key (invoice_id, order_id)
);
create index invoice_orders_order on invoice_orders (order_id);
create index invoice_orders_device on invoice_orders (device_id);
