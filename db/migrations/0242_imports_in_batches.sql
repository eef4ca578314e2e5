-- A file is kept, tried, stored and undone some rows at a time; what became of each part stands beside it.
alter table data_import_logs drop constraint data_import_logs_status_check;
alter table data_import_logs add constraint data_import_logs_status_check check (status in
  ('new', 'checking', 'checked', 'importing', 'stopped', 'imported', 'failed', 'undoing', 'undone'));
alter table data_import_logs
  add column new_records integer not null default 0,
  add column changed_records integer not null default 0,
  add column same_records integer not null default 0,
  add column refused_records integer not null default 0,
  -- Tells files with the same headings, whose columns mean the same.
  add column headings_key varchar(64),
  -- The file as it was sent, packed, until it is imported: another sheet of it can be chosen.
  add column file_sealed text,
  -- Who has asked for the work that is being done, at which company, and who acts as him.
  add column acting_user_id bigint,
  add column acting_company_id bigint,
  add column impersonator_id bigint;
create index data_import_logs_headings on data_import_logs (company_id, resource, headings_key);

create table import_batches (
  import_id bigint not null references data_import_logs on delete cascade,
  batch integer not null,
  row_count integer not null,
  state varchar(10) not null default 'new' check (state in ('new', 'checked', 'done', 'undone')),
  new_records integer not null default 0,
  changed_records integer not null default 0,
  same_records integer not null default 0,
  refused_records integer not null default 0,
  restored_zips integer not null default 0,
  -- What the rows say; of those that were imported nothing.
  rows_sealed text not null,
  -- What was wrong, what was made and changed, and how it was before.
  outcome_sealed text,
  primary key (import_id, batch)
);

-- Which row of a file names a record first: two rows of one file are not two records.
create table import_keys (
  import_id bigint not null references data_import_logs on delete cascade,
  key varchar(64) not null,
  row integer not null,
  -- Tells whether another row of the same record says the same.
  content varchar(64) not null,
  primary key (import_id, key)
);

-- An import looks hundreds of customers up by their names and account numbers at once.
create index companies_account_number_lower on companies (lower(account_number));
create index companies_company_lower on companies (lower(company));
