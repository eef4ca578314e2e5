-- Who has signed up a company at the door. The password is a hash, and is emptied as soon as there is a user.
create table sign_ups (
  sign_up_id bigint generated always as identity primary key,
  company varchar(100) not null,
  first_name varchar(35) not null,
  last_name varchar(35) not null,
  username varchar(100) not null,
  phone_number varchar(16) not null,
  password varchar(255) not null,
  language varchar(5),
  state varchar(11) not null default 'unconfirmed'
    check (state in ('unconfirmed', 'waiting', 'approved', 'refused')),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- What the confirmed address has made: a company and a user that wait.
  company_id bigint references companies (company_id) on delete set null,
  user_id bigint references users (user_id) on delete cascade,
  decided_at timestamptz,
  decided_by bigint references users (user_id) on delete set null,
  reason varchar(500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'unconfirmed') = (confirmed_at is null))
);
create index sign_ups_state on sign_ups (state, confirmed_at desc);
create index sign_ups_username on sign_ups (lower(username));
create unique index sign_ups_user on sign_ups (user_id);
create index sign_ups_company on sign_ups (company_id);
create index sign_ups_decided_by on sign_ups (decided_by);

alter table access_codes add column sign_up_id bigint references sign_ups (sign_up_id) on delete cascade;
create index access_codes_sign_up on access_codes (sign_up_id);
