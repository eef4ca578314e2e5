-- The second step of signing in: authenticator apps, passkeys, recovery codes.

-- The secret is sealed by the server's own key: whoever reads the database alone cannot compute a code.
create table totp_secrets (
  user_id bigint primary key references users (user_id) on delete cascade,
  sealed text not null,
  confirmed_at timestamptz,
  -- The step of the newest code that was used: a code is good once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table passkeys (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references users (user_id) on delete cascade,
  name varchar(60) not null,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  user_id bigint not null references users (user_id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What was asked of somebody and is answered once, within minutes: by a code, or by a passkey.
create table sign_in_challenges (
  challenge_hash bytea primary key,
  purpose varchar(20) not null check (purpose in ('second_factor', 'sign_in', 'enrol')),
  user_id bigint references users (user_id) on delete cascade,
  way varchar(20) not null,
  remember boolean not null default false,
  address varchar(65) not null,
  -- The challenge that a passkey signs.
  signed text,
  attempts smallint not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_expires on sign_in_challenges (expires_at);

create trigger totp_access after insert or update of confirmed_at or delete on totp_secrets
for each statement execute function tell_access();
create trigger passkeys_access after insert or delete on passkeys
for each statement execute function tell_access();
