-- Invoices that one person asked for at once, and what became of each delivery.
create table billing_runs (
  billing_run_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The company for which they acted, and who acted as them.
  company_id bigint references companies on delete cascade,
  impersonator_id bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index billing_runs_user on billing_runs (user_id);
create index billing_runs_company on billing_runs (company_id);

create table billing_run_items (
  billing_run_id bigint not null references billing_runs on delete cascade,
  position integer not null,
  -- The order that is billed; of a delivery without one, the order that the run made.
  document_id bigint references transaction_documents on delete cascade,
  -- A delivery without an order.
  shipment_id bigint references shipment_planners on delete cascade,
  device_id bigint references devices on delete cascade,
  invoice_id bigint references transaction_documents on delete set null,
  refusal text,
  done_at timestamptz,
  primary key (billing_run_id, position),
  check (document_id is not null or (shipment_id is not null and device_id is not null))
);
create index billing_run_items_document on billing_run_items (document_id);
create index billing_run_items_invoice on billing_run_items (invoice_id);
create index billing_run_items_shipment on billing_run_items (shipment_id);
create index billing_run_items_device on billing_run_items (device_id);

-- What is to be billed is looked for among these, whatever else there is.
create index transaction_documents_to_bill on transaction_documents (document_id)
  where document_type = 'sales_order' and status_id in (30, 32) and archived = 0;
create index shipment_planner_details_without_order on shipment_planner_details (shipment_id)
  where document_detail_id is null and delivered > 0;
