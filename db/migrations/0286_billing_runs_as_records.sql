-- A billing run is a record that one can open: how far it is, what came of it, and whether it was undone.
alter table billing_runs
  add column updated_at timestamptz not null default now(),
  add column started_at timestamptz not null default now(),
  add column status varchar(7) not null default 'running' check (status in ('running', 'done', 'undoing', 'undone')),
  add column deliveries integer not null default 0,
  add column done integer not null default 0,
  add column invoices integer not null default 0,
  add column refused integer not null default 0,
  -- The sum of its invoices; null before its end, and if they are in several currencies.
  add column total numeric(16, 3),
  add column currency_id bigint references currencies (currency_id),
  -- Whether its invoices are mailed, and how many were.
  add column mails smallint not null default 0,
  add column mailed integer not null default 0,
  add column undone_at timestamptz,
  add column undone_by bigint references users (user_id);
create index billing_runs_currency on billing_runs (currency_id);
create index billing_runs_undone_by on billing_runs (undone_by);

-- Deliveries with the same number may share an invoice and are billed in one transaction; null: none is shared.
alter table billing_run_items
  add column group_no integer,
  add column mailed_at timestamptz,
  add column mail_refusal text;

update billing_runs r set started_at = created_at, status = case when r.finished_at is null then 'running' else 'done' end, deliveries = i.deliveries,
  done = i.done, invoices = i.invoices, refused = i.refused
from (select billing_run_id, count(*) as deliveries, count(done_at) as done, count(invoice_id) as invoices, count(refusal) as refused
  from billing_run_items group by billing_run_id) i
where i.billing_run_id = r.billing_run_id;
