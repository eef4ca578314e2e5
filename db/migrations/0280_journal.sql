-- Which account a posting goes to, by seller; the business's rules count for sellers without their own.
create table account_rules (
  account_rule_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id),
  purpose varchar(11) not null,
  product_id bigint references tank_products (product_id),
  product_group varchar(30),
  tax_code_id bigint references tax_codes (tax_code_id),
  method varchar(8),
  account_id bigint not null references chart_of_accounts (account_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account_rules_purpose
  on account_rules (company_id, purpose, product_id, product_group, tax_code_id, method) nulls not distinct;
create index account_rules_product on account_rules (product_id) where product_id is not null;
create index account_rules_tax_code on account_rules (tax_code_id) where tax_code_id is not null;
create index account_rules_account on account_rules (account_id);

-- Until when the months of a seller are closed: the newest row counts.
create table journal_closings (
  closing_id bigint generated always as identity primary key,
  seller_id bigint not null references companies (company_id),
  -- The last day of the last closed month; null: none is closed.
  closed_through date,
  reason varchar(255),
  user_id bigint references users (user_id),
  created_at timestamptz not null default now()
);
create index journal_closings_seller on journal_closings (seller_id, closing_id desc);
create index journal_closings_user on journal_closings (user_id);

-- What went to the accounting program together, numbered by seller.
create table journal_batches (
  batch_id bigint generated always as identity primary key,
  seller_id bigint not null references companies (company_id),
  currency_id bigint not null references currencies (currency_id),
  number integer not null,
  user_id bigint references users (user_id),
  created_at timestamptz not null default now(),
  unique (seller_id, number)
);
create index journal_batches_currency on journal_batches (currency_id);
create index journal_batches_user on journal_batches (user_id);

-- An entry for each posting. It is written with its fact, by triggers, and gets its lines soon after; without an account it waits.
create table journal_entries (
  entry_id bigint generated always as identity primary key,
  kind varchar(11) not null check (kind in ('invoice', 'credit_note', 'payment', 'refund', 'write_off', 'exchange')),
  is_reversal boolean not null,
  -- The document, the payment, or the allocation.
  source_id bigint not null,
  seller_id bigint not null references companies (company_id),
  -- The customer, whose currency all amounts are in.
  company_id bigint not null references companies (company_id),
  currency_id bigint not null references currencies (currency_id),
  dated date not null,
  -- Its day in the journal: later than `dated` if that month was closed. Null: it has no lines yet.
  posted_on date,
  -- The purposes without an account.
  missing jsonb,
  batch_id bigint references journal_batches (batch_id),
  created_at timestamptz not null default now(),
  unique (kind, source_id, is_reversal),
  check (posted_on >= dated and (posted_on is null or missing is null) and (batch_id is null or posted_on is not null))
);
create index journal_entries_due on journal_entries (seller_id, entry_id) where posted_on is null and missing is null;
create index journal_entries_waiting on journal_entries (seller_id, entry_id) where posted_on is null;
create index journal_entries_month on journal_entries (seller_id, posted_on);
create index journal_entries_new on journal_entries (seller_id, currency_id) where posted_on is not null and batch_id is null;
create index journal_entries_batch on journal_entries (batch_id) where batch_id is not null;
create index journal_entries_company on journal_entries (company_id);
create index journal_entries_currency on journal_entries (currency_id);

create table journal_lines (
  entry_id bigint not null references journal_entries (entry_id),
  position smallint not null,
  purpose varchar(11) not null,
  account_id bigint not null references chart_of_accounts (account_id),
  -- Above zero: a debit.
  amount numeric(13, 3) not null check (amount <> 0),
  document_detail_id bigint references transaction_document_details (document_detail_id),
  tax_code_id bigint references tax_codes (tax_code_id),
  primary key (entry_id, position)
);
create index journal_lines_account on journal_lines (account_id);
create index journal_lines_detail on journal_lines (document_detail_id) where document_detail_id is not null;
create index journal_lines_tax_code on journal_lines (tax_code_id) where tax_code_id is not null;

-- The lines of an entry come in one statement. Whatever writes them: they balance, and stay.
create function refuse_unbalanced_entry() returns trigger language plpgsql as $$
begin
  if exists (select from added group by entry_id having sum(amount) <> 0) then
    raise check_violation using message = 'a journal entry does not balance', table = 'journal_lines';
  end if;
  return null;
end $$;
create trigger journal_lines_balance after insert on journal_lines
  referencing new table as added for each statement execute function refuse_unbalanced_entry();
create function keep_journal_line() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'a line of the journal stays as it is', table = 'journal_lines';
end $$;
create trigger journal_lines_stay before update or delete on journal_lines
  for each row execute function keep_journal_line();

-- What must have an entry. An invoice counts once it was given out, or was written off before that.
create view journal_facts as
select 'invoice' as kind, false as is_reversal, document_id as source_id, seller_id, company_id, document_date as dated
from transaction_documents
where document_type = 'invoice' and (given_out = 1 or status_id = 37) and status_id not in (38, 39)
union all
select 'credit_note', false, document_id, seller_id, company_id, document_date
from transaction_documents where document_type = 'credit_note' and status_id not in (20, 21, 38, 39)
union all
select 'payment', false, payment_id, seller_of(company_id), company_id, payment_date
from payments where company_id is not null
union all
select 'payment', true, payment_id, seller_of(company_id), company_id, (reversed_at at time zone business_time_zone())::date
from payments where company_id is not null and reversed_at is not null
union all
select case when a.document_id is null then 'refund' when num_nonnulls(a.payment_id, a.credit_note_id) = 0 then 'write_off'
    else 'exchange' end,
  r.is_reversal, a.allocation_id, coalesce(d.seller_id, seller_of(p.company_id)), coalesce(p.company_id, d.company_id),
  case when r.is_reversal then (a.reversed_at at time zone business_time_zone())::date else a.allocated_on end
from allocations a left join payments p on p.payment_id = a.payment_id
  left join transaction_documents d on d.document_id = coalesce(a.credit_note_id, case when a.payment_id is null then a.document_id end),
  lateral (select false as is_reversal union all select true where a.reversed_at is not null) r
where a.document_id is null or num_nonnulls(a.payment_id, a.credit_note_id) = 0 or a.exchange_difference <> 0;

create function journal_fact() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'transaction_documents' then
    insert into journal_entries (kind, is_reversal, source_id, seller_id, company_id, currency_id, dated)
    select f.kind, f.is_reversal, f.source_id, f.seller_id, f.company_id, c.currency_id, f.dated
    from journal_facts f join companies c using (company_id)
    where f.kind in ('invoice', 'credit_note') and f.source_id = new.document_id on conflict do nothing;
  elsif tg_table_name = 'payments' then
    insert into journal_entries (kind, is_reversal, source_id, seller_id, company_id, currency_id, dated)
    select f.kind, f.is_reversal, f.source_id, f.seller_id, f.company_id, c.currency_id, f.dated
    from journal_facts f join companies c using (company_id)
    where f.kind = 'payment' and f.source_id = new.payment_id on conflict do nothing;
  else
    insert into journal_entries (kind, is_reversal, source_id, seller_id, company_id, currency_id, dated)
    select f.kind, f.is_reversal, f.source_id, f.seller_id, f.company_id, c.currency_id, f.dated
    from journal_facts f join companies c using (company_id)
    where f.kind in ('refund', 'write_off', 'exchange') and f.source_id = new.allocation_id on conflict do nothing;
  end if;
  return null;
end $$;
create trigger transaction_documents_journal after insert or update of status_id on transaction_documents
  for each row when (new.document_type in ('invoice', 'credit_note') and new.status_id not in (20, 21, 38, 39))
  execute function journal_fact();
create trigger payments_journal after insert or update of company_id, reversed_at on payments
  for each row execute function journal_fact();
create trigger allocations_journal after insert or update of reversed_at on allocations
  for each row execute function journal_fact();

-- What waited for an account is tried again.
create function retry_waiting_entries() returns trigger language plpgsql as $$
begin
  update journal_entries set missing = null where posted_on is null and missing is not null;
  return null;
end $$;
create trigger account_rules_saved after insert or update or delete on account_rules
  for each statement execute function retry_waiting_entries();

insert into journal_entries (kind, is_reversal, source_id, seller_id, company_id, currency_id, dated)
select f.kind, f.is_reversal, f.source_id, f.seller_id, f.company_id, c.currency_id, f.dated
from journal_facts f join companies c using (company_id) order by f.dated, f.kind, f.source_id, f.is_reversal;
