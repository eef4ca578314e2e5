-- How records were before somebody deleted them or changed many at once: kept for an hour, to take it back.
create table undo_entries (
  undo_id bigint generated always as identity primary key,
  user_id bigint not null references users (user_id) on delete cascade,
  company_id bigint,
  resource text not null,
  action text not null check (action in ('update', 'remove')),
  records jsonb not null,
  created_at timestamptz not null default now()
);
create index undo_entries_created on undo_entries (created_at);

-- How an account likes to look at a list: what narrows it, its order, its columns.
create table saved_views (
  saved_view_id bigint generated always as identity primary key,
  user_id bigint not null references users (user_id) on delete cascade,
  company_id bigint not null references companies (company_id),
  resource varchar(65) not null,
  name varchar(65) not null,
  state jsonb not null,
  is_shared smallint not null default 0 check (is_shared in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, company_id, resource, lower(name));
create index saved_views_shared on saved_views (company_id, resource) where is_shared = 1;

-- Which of the views an account begins with; a shared one may be chosen as well as one's own.
create table default_views (
  user_id bigint not null references users (user_id) on delete cascade,
  company_id bigint not null references companies (company_id),
  resource varchar(65) not null,
  saved_view_id bigint not null references saved_views (saved_view_id) on delete cascade,
  primary key (user_id, company_id, resource)
);
create index default_views_view on default_views (saved_view_id);
