-- What was read in from files: the file until it is imported, what each column means, what was made of it.
create table data_import_logs (
  import_id bigint generated always as identity primary key,
  file_name varchar(255) not null,
  resource varchar(65) not null,
  status varchar(40) not null default 'new'
    check (status in ('new', 'checking', 'checked', 'importing', 'imported', 'failed', 'undone')),
  total_records integer not null default 0,
  good_records integer,
  total_records_imported integer not null default 0,
  progress integer not null default 0,
  user_id bigint references users (user_id) on delete set null,
  company_id bigint references companies (company_id) on delete cascade,
  primary_table_id bigint references sql_tables (table_id) on delete set null,
  imported_at timestamptz,
  undone_at timestamptz,
  -- Where in the file each field stands: [{"position": 0, "table_field": "tag"}].
  field_mappings jsonb not null default '[]',
  -- What is wrong: [{"row": 2, "errors": [{"field", "position", "rule", "message"}]}].
  report jsonb not null default '[]',
  -- What was made, and its time right after: [{"id": 7, "updated_at": "..."}].
  records jsonb not null default '[]',
  -- The file itself, as long as it is needed: it can hold what nobody else may read.
  content bytea,
  worked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index data_import_logs_created on data_import_logs (created_at);
create index data_import_logs_user on data_import_logs (user_id);
