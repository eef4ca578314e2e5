-- An account is changed by several people too: who changes it says which one he has read.
alter table accounts add column updated_at timestamptz not null default now();
create function move_account_on() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
-- How somebody arranges his dashboard is no change of what he may do.
create trigger accounts_moved_on
  before update of login_type_id, added_permissions, withdrawn_permissions, limit_devices, limit_tags on accounts
  for each row
  when ((old.login_type_id, old.added_permissions, old.withdrawn_permissions, old.limit_devices, old.limit_tags)
    is distinct from
    (new.login_type_id, new.added_permissions, new.withdrawn_permissions, new.limit_devices, new.limit_tags))
  execute function move_account_on();
