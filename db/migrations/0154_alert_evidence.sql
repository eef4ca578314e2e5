-- The readings that raised an alert, as they were then: read whole with the alert, and never searched.
create table alert_evidence (
  alert_id bigint primary key references alerts (alert_id) on delete cascade,
  found json not null
);
