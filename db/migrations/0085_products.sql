-- What may share a compartment, what may not follow or stand beside it, how far it may be filled, and what the papers say.
alter table tank_products
  add column grade varchar(40),
  add column not_followed_by varchar(400),
  add column not_beside varchar(400),
  add column max_fill numeric(5, 2) check (max_fill > 0 and max_fill <= 100),
  add column hazard_class varchar(8),
  add column un_number varchar(6);

-- Liquefied gas had no group of its own: it is told by its name, or by being lighter than any liquid without pressure.
update tank_products set product_group = 'lpg', updated_at = now()
where product_group = 'none' and (product_name ~* '\m(propane|propano|butane|butano|lpg|glp|lp[ -]?gas|autogas)\M'
  or specific_gravity < 0.6);
update tank_products set un_number = 'UN1075', hazard_class = '2.1' where product_group = 'lpg';

-- A tank may have a limit of its own; where it stands and how large it counts decide how high that may be.
alter table device_ports
  add column max_fill numeric(5, 2) check (max_fill > 0 and max_fill <= 100),
  add column placement varchar(40),
  add column size_class varchar(40);

-- What a company below the owner calls a product.
create table product_names (
  product_id bigint not null references tank_products (product_id) on delete cascade,
  company_id bigint not null references companies (company_id) on delete cascade,
  product_name varchar(65) not null,
  updated_at timestamptz not null default now(),
  primary key (product_id, company_id)
);
create index product_names_company on product_names (company_id);

-- Whether a company is another one, or stands above it: what it offers is offered to all below it.
create function is_at_or_above(upper_id bigint, lower_id bigint) returns boolean language sql stable as $$
  with recursive above as (
    select company_id, parent_id from companies where company_id = lower_id
    union
    select c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id
  ) select exists (select from above where company_id = upper_id)
$$;
