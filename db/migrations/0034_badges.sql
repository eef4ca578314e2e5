-- What lets somebody in without a password: an RFID badge or a QR code. Only a keyed hash is kept: badge numbers are
-- short, so a plain hash of one could be searched by whoever reads the database alone.
create table badges (
  user_id bigint not null references users (user_id) on delete cascade,
  kind varchar(4) not null check (kind in ('rfid', 'qr')),
  value_hash bytea not null unique,
  issued_at timestamptz not null default now(),
  issued_by bigint references users (user_id) on delete set null,
  primary key (user_id, kind)
);
create index badges_issued_by on badges (issued_by);
