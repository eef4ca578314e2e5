-- Attempts to sign in that are being judged: each counts like a refused one until it is known to be right, so that many
-- at once are no more than a few. A row that a stopped server left behind is old after a minute and counts no more.
create table sign_in_reservations (
  reservation_id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  reserved_at timestamptz not null default now()
);
create index sign_in_reservations_name on sign_in_reservations (name);
create index sign_in_reservations_address on sign_in_reservations (address);
create index login_attempts_known on login_attempts (lower(username), address) where status = 'ok';
