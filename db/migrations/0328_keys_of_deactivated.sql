-- A user who was deactivated has no sessions and no API keys left, also when they are activated again.
create or replace function end_sessions_of_deactivated() returns trigger language plpgsql as $$
begin
  update sessions set revoked_at = now() where user_id = new.user_id and revoked_at is null;
  update api_keys set status = 'revoked', updated_at = now() where user_id = new.user_id and status = 'active';
  return null;
end $$;

update api_keys set status = 'revoked', updated_at = now()
where status = 'active' and user_id in (select user_id from users where status <> 1);
