-- What is to be sent and was sent. `link` is the secret part of a mail: it leaves the row as soon as it is sent.
create table mails (
  mail_id bigint generated always as identity primary key,
  -- Of the receiver: who keeps that company sees that there was a mail.
  company_id bigint references companies (company_id) on delete cascade,
  receiver varchar(100) not null,
  subject varchar(255) not null,
  html text not null,
  body text not null,
  -- Always empty: what a mail says is read for staff, one mail at a time, and stands in no list or export.
  text text check (text is null),
  link text,
  language varchar(5) not null,
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- Set before it is handed to the mail server: what was interrupted there is never sent a second time.
  claimed_at timestamptz,
  sent_at timestamptz,
  error varchar(500),
  created_at timestamptz not null default now(),
  queued_at timestamptz generated always as (created_at) stored,
  updated_at timestamptz not null default now()
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_queued on mails (queued_at desc);

-- Codes that are sent to somebody and are good once. Only their hashes are kept.
create table access_codes (
  code_hash bytea primary key,
  purpose varchar(20) not null check (purpose in ('reset', 'invitation', 'confirm_email')),
  user_id bigint references users (user_id) on delete cascade,
  people_id bigint references people (people_id) on delete cascade,
  login_type_id varchar(65),
  issued_by bigint references users (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index access_codes_user on access_codes (user_id);
create index access_codes_people on access_codes (people_id);

-- How often something was asked for that costs a mail: by name and by address.
create table access_requests (
  name varchar(100) not null,
  address varchar(65) not null,
  requested_at timestamptz not null default now()
);
create index access_requests_name on access_requests (lower(name), requested_at);
create index access_requests_address on access_requests (address, requested_at);

-- Who has a new password or name, or was deactivated, is not let in by a code that was sent before.
create function end_reset_codes() returns trigger language plpgsql as $$
begin
  delete from access_codes where user_id = new.user_id and purpose = 'reset';
  return null;
end $$;
create trigger users_reset_codes after update of password, username, status on users
for each row when (
  new.password is distinct from old.password or new.username is distinct from old.username or new.status <> 1
) execute function end_reset_codes();
