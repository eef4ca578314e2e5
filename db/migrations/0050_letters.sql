-- What a mail to several people has in common: its heads and its files. Each receiver has a mail of his own, so that
-- one address that is refused holds up nobody, and whoever got it does not get it again.
create table letters (
  letter_id bigint generated always as identity primary key,
  head_to text not null,
  head_cc text,
  created_at timestamptz not null default now()
);

create table letter_files (
  letter_file_id bigint generated always as identity primary key,
  letter_id bigint not null references letters (letter_id) on delete cascade,
  name varchar(255) not null,
  content_type varchar(100) not null,
  content bytea not null
);
create index letter_files_letter on letter_files (letter_id);

alter table mails add column letter_id bigint references letters (letter_id);
create index mails_letter on mails (letter_id);
