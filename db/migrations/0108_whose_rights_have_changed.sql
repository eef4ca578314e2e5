-- Who may do what is kept by every server for a while. A change tells whose it is, so that nobody else is read anew: by the
-- word on the channel `access` (a user's id, or nothing for everybody) to all servers, and by a setting of the
-- transaction to the one that made it, which must know it before it answers.
create function tell_access_of(who bigint) returns void language plpgsql as $$
declare
  told text := coalesce(current_setting('ullage.access', true), '');
begin
  perform pg_notify('access', coalesce(who::text, ''));
  if told <> 'all' then
    perform set_config('ullage.access',
      case when who is null or length(told) > 2000 then 'all' else told || ' ' || who end, true);
  end if;
end $$;

create or replace function tell_access() returns trigger language plpgsql as $$
begin
  perform tell_access_of(null);
  return null;
end $$;

create function tell_access_of_user() returns trigger language plpgsql as $$
begin
  perform tell_access_of(coalesce(new.user_id, old.user_id));
  return null;
end $$;

create function tell_access_of_person() returns trigger language plpgsql as $$
begin
  perform tell_access_of(user_id) from users where people_id = new.people_id;
  return null;
end $$;

drop trigger users_access on users;
create trigger users_access after update or delete on users for each row execute function tell_access_of_user();
drop trigger accounts_access on accounts;
create trigger accounts_access after insert or update or delete on accounts
  for each row execute function tell_access_of_user();
drop trigger sessions_access on sessions;
create trigger sessions_access after update on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at or old.account_id is distinct from new.account_id
    or old.expires_at is distinct from new.expires_at)
  execute function tell_access_of_user();
create trigger sessions_deleted_access after delete on sessions for each statement execute function tell_access();
drop trigger people_access on people;
create trigger people_access after update on people for each row
  when (old.language is distinct from new.language or old.unit_of_measure is distinct from new.unit_of_measure
    or old.user_time_zone is distinct from new.user_time_zone)
  execute function tell_access_of_person();
drop trigger totp_access on totp_secrets;
create trigger totp_access after insert or update of confirmed_at or delete on totp_secrets
  for each row execute function tell_access_of_user();
drop trigger passkeys_access on passkeys;
create trigger passkeys_access after insert or delete on passkeys for each row execute function tell_access_of_user();

-- Of an account that is limited to tags, its devices follow them.
create function tell_access_by_tags() returns trigger language plpgsql as $$
begin
  perform tell_access_of(user_id) from accounts where limit_tags <> '{}';
  return null;
end $$;
create trigger device_tags_access after insert or delete on device_tags
  for each statement execute function tell_access_by_tags();
