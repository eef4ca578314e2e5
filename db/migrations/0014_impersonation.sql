-- Acting for somebody: a session of the other user that hangs from one's own, and ends with it.
alter table sessions
  add column impersonator_session_id bigint references sessions (session_id) on delete cascade,
  add column impersonation_mode varchar(5) check (impersonation_mode in ('view', 'write')),
  add check ((impersonator_session_id is null) = (impersonation_mode is null));
create index sessions_impersonator on sessions (impersonator_session_id) where impersonator_session_id is not null;
