-- The period of a subscription that an invoice bills; a void invoice bills none.
create table subscription_invoices (
  invoice_id bigint primary key references transaction_documents (document_id) on delete cascade,
  subscription_id bigint not null references subscriptions (id) on delete cascade,
  period_start date not null,
  period_end date not null
);
create index subscription_invoices_subscription on subscription_invoices (subscription_id, period_start);

alter table billing_run_items
  add column subscription_id bigint references subscriptions (id) on delete cascade,
  drop constraint billing_run_items_check,
  add constraint billing_run_items_check
    check (num_nonnulls(document_id, subscription_id) > 0 or num_nonnulls(shipment_id, device_id) = 2);
create index billing_run_items_subscription on billing_run_items (subscription_id);
