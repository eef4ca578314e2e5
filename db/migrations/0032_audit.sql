-- The audit as a list that staff search: what a record was called and for which company somebody acted.
alter table audit_entries
  add column company_id bigint,
  add column title text,
  add column created_at timestamptz generated always as (at) stored,
  add column updated_at timestamptz generated always as (at) stored;

-- Newest first, whatever it is narrowed by, in the very order that the list asks for.
drop index audit_entries_at;
create index audit_entries_at on audit_entries (at desc nulls last, audit_id);
create index audit_entries_user on audit_entries (user_id, at desc nulls last, audit_id);
create index audit_entries_on_behalf_of on audit_entries (on_behalf_of, at desc nulls last, audit_id)
  where on_behalf_of is not null;
create index audit_entries_resource on audit_entries (resource, at desc nulls last, audit_id);
create index audit_entries_action on audit_entries (action, at desc nulls last, audit_id);
create index audit_entries_company on audit_entries (company_id, at desc nulls last, audit_id);
create index audit_entries_search on audit_entries using gin (title gin_trgm_ops, (changes::text) gin_trgm_ops);
