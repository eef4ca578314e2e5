-- Rounds that are proposed to those who plan for a company, one at a time, until somebody accepts them.
create table dispatch_proposals (
  proposal_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id) on delete cascade,
  -- An account that sees only some of the company's devices has a proposal of its own.
  own_user_id bigint references users (user_id) on delete cascade,
  -- Which days were asked for, by whom and when; nothing in asked_at where nobody waits for an answer.
  user_id bigint references users (user_id) on delete set null,
  first_day date,
  days integer check (days between 1 and 7),
  asked_at timestamptz,
  -- Who works at it writes here every moment, and sees here whether they are to end.
  seen_at timestamptz,
  done integer not null default 0 check (done between 0 and 1000),
  stop boolean not null default false,
  has_failed boolean not null default false,
  -- Stops that stay where they are, and needs that are left out, when it is proposed anew.
  fixed jsonb not null default '[]',
  dropped jsonb not null default '[]',
  result jsonb,
  -- Made every night in the name of this account.
  nightly_user_id bigint references users (user_id) on delete set null,
  nightly_on date,
  unique nulls not distinct (company_id, own_user_id)
);
create index dispatch_proposals_own_user on dispatch_proposals (own_user_id);
create index dispatch_proposals_user on dispatch_proposals (user_id);
create index dispatch_proposals_nightly_user on dispatch_proposals (nightly_user_id);
create index dispatch_proposals_asked on dispatch_proposals (asked_at) where asked_at is not null;
