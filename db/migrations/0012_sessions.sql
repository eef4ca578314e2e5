-- By which way, with what and where somebody is signed in, and was refused.
alter table sessions
  add column way varchar(20) not null default 'password',
  add column device varchar(120),
  add column place varchar(255);

alter table login_attempts rename column at to attempted_at;
alter table login_attempts
  alter column username type varchar(100) using left(username, 100),
  alter column address type varchar(65) using left(address, 65),
  alter column status type varchar(10),
  alter column reason type varchar(40),
  add column way varchar(20) not null default 'password',
  add column company_id bigint references companies (company_id) on delete set null,
  add column created_at timestamptz generated always as (attempted_at) stored,
  add column updated_at timestamptz generated always as (attempted_at) stored;
create index login_attempts_at on login_attempts (attempted_at desc);

-- What can be seen of an open session. It changes when it is opened and when it ends; its use is no change.
create view active_sessions as
select s.session_id, u.username, s.user_id, a.company_id, a.login_type_id, s.device, s.address::varchar(65) as address, s.place,
  s.way, s.last_used_at, s.expires_at, s.created_at, s.created_at as updated_at
from sessions s
  join users u on u.user_id = s.user_id and u.status = 1
  join accounts a on a.account_id = s.account_id
where s.revoked_at is null and s.expires_at > now();

-- A user who was deactivated has no sessions left, also when he is activated again.
create function end_sessions_of_deactivated() returns trigger language plpgsql as $$
begin
  update sessions set revoked_at = now() where user_id = new.user_id and revoked_at is null;
  return null;
end $$;
create trigger users_deactivated after update of status on users
for each row when (new.status <> 1 and old.status = 1) execute function end_sessions_of_deactivated();
