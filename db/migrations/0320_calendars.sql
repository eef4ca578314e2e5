-- The secret address at which calendar programs read an account's deliveries; at most one each.
create table calendars (
  account_id bigint primary key references accounts (account_id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);
