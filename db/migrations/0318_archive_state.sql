-- One row: the last moment that the archive can prove, and the result of the last trial restore.
create table archive_state (
  id smallint primary key default 1 check (id = 1),
  -- Written regularly: a restored database shows by it how far the archive reaches.
  ticked_at timestamptz,
  tried_at timestamptz,
  -- How far the last successful trial reached; null after a failed one.
  tried_until timestamptz,
  tried_error text
);
insert into archive_state default values;
