-- E-mails that are to be sent and were sent.

-- What a mail to several people has in common: its heads and its files. Each receiver has a mail of their own, so that one
-- address that is refused holds up nobody, and whoever got it does not get it again.
create table letters (
  letter_id bigint generated always as identity primary key,
  head_to text not null,
  head_cc text,
  created_at timestamptz not null default now()
);

create table letter_files (
  letter_file_id bigint generated always as identity primary key,
  letter_id bigint not null,
  name varchar(255) not null,
  content_type varchar(100) not null,
  content bytea not null
);
create index letter_files_letter on letter_files (letter_id);

-- What is to be sent and was sent. `link_sealed` is the secret part of a mail: it leaves the row as soon as it is sent.
create table mails (
  mail_id bigint generated always as identity primary key,
  -- Of the receiver: who keeps that company sees that there was a mail.
  company_id bigint,
  receiver varchar(100) not null,
  subject varchar(255) not null,
  html text not null,
  body text not null,
  -- Always empty: what a mail says is read for staff, one mail at a time, and stands in no list or export.
  text text check (text is null),
  link_sealed text,
  language varchar(5) not null,
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- A mail is taken for a while, not for good: who was killed with it in hand loses nothing. `handed_over_at` tells what
  -- certainly never left from what may have arrived.
  leased_until timestamptz,
  sent_at timestamptz,
  error varchar(500),
  created_at timestamptz not null default now(),
  queued_at timestamptz generated always as (created_at) stored,
  updated_at timestamptz not null default now(),
  letter_id bigint,
  handed_over_at timestamptz
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_letter on mails (letter_id);

-- An index for each order of its list; 0004_companies.sql says how they are made.
create index mails_by_created_at on mails (created_at, mail_id);
create index mails_by_updated_at on mails (updated_at, mail_id);
create index mails_by_subject on mails (subject, mail_id);
create index mails_by_receiver on mails (receiver, mail_id);
create index mails_by_queued_at on mails (queued_at, mail_id);
create index mails_by_queued_at_down on mails (queued_at desc nulls last, mail_id desc);
create index mails_by_state on mails (state, mail_id);

-- Within one company.
create index mails_of_company_by_queued_at_down on mails (company_id, queued_at desc nulls last, mail_id desc);

create index mails_search on mails using gin (receiver gin_trgm_ops, subject gin_trgm_ops);
