-- What can be permitted, and what of it needs no grant. The rows are written at every start, from the code's list.
create table permissions (
  permission_id bigint generated always as identity primary key,
  permission varchar(65) not null unique,
  module varchar(65) not null,
  permission_token varchar(65) not null default 'index',
  method varchar(6) not null check (method in ('GET', 'POST', 'PATCH', 'DELETE')),
  exempt smallint not null default 0 check (exempt in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger permissions_access after insert or update or delete on permissions
  for each statement execute function tell_access();

-- A template is a record of its own: read, changed and audited like every other.
alter table permission_templates drop constraint permission_templates_pkey;
alter table permission_templates
  add column permission_template_id bigint generated always as identity primary key,
  add column created_at timestamptz not null default now(),
  add unique (login_type_id),
  alter column permissions type jsonb using to_jsonb(permissions);

-- What an account may do: its login type's template, with what was added and without what was withdrawn; and what
-- needs no grant. The one place that says so.
create function permissions_of(account accounts) returns text[] language sql stable as $$
  select coalesce(array_agg(held.permission order by held.permission), '{}')
  from (
    (select jsonb_array_elements_text(t.permissions) as permission from permission_templates t
      where t.login_type_id = account.login_type_id
      union select unnest(account.added_permissions)
      except select unnest(account.withdrawn_permissions))
    union select p.permission from permissions p where p.exempt = 1
  ) held
$$;

-- In which of the inviter's companies somebody was invited: his right there must hold until it is accepted.
alter table access_codes add column issued_in bigint references companies (company_id) on delete cascade;
create index access_codes_issued_in on access_codes (issued_in);
