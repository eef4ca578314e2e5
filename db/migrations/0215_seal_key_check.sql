-- Which seal key the database is used with: a keyed hash, from which the key cannot be found.
create table seal_key_checks (
  only_one boolean primary key default true check (only_one),
  digest bytea not null,
  stored_at timestamptz not null default now()
);
