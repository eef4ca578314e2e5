-- What every part of the house stands on: who did what, which calls were answered, what was set.
create extension if not exists pg_trgm;

create table audit_entries (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  resource text not null,
  record_id bigint,
  action text not null,
  user_id bigint,
  on_behalf_of bigint,
  changes jsonb not null default '[]'
);
create index audit_entries_record on audit_entries (resource, record_id, audit_id desc);
create index audit_entries_at on audit_entries (at);

create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  request text not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table settings (
  setting_key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
