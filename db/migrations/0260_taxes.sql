-- The taxes that a seller charges: what they are of, and how they are rounded.
create table tax_codes (
  tax_code_id bigint generated always as identity primary key,
  name varchar(65) not null,
  printed_name varchar(65) not null,
  company_id bigint not null references companies (company_id),
  jurisdiction varchar(65),
  basis varchar(8) not null default 'percent' check (basis in ('percent', 'per_unit')),
  unit_id bigint references units_of_measure (id),
  currency_id bigint references currencies (currency_id),
  applies_to varchar(17) not null default 'goods' check (applies_to in ('goods', 'goods_and_freight')),
  rounding varchar(8) not null default 'document' check (rounding in ('document', 'line')),
  is_active smallint not null default 1 check (is_active in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (basis = 'percent' or (unit_id is not null and currency_id is not null))
);
create index tax_codes_company on tax_codes (company_id);
create index tax_codes_unit on tax_codes (unit_id);
create index tax_codes_currency on tax_codes (currency_id);

-- The server keeps the rates of a code from overlapping, under a lock on the code.
create table tax_rates (
  tax_rate_id bigint generated always as identity primary key,
  tax_code_id bigint not null references tax_codes (tax_code_id) on delete cascade,
  rate numeric(12, 6) not null check (rate >= 0),
  from_date date not null,
  to_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (to_date >= from_date),
  unique (tax_code_id, from_date)
);

-- Where and for what a code applies; what is empty covers everything.
create table tax_rules (
  tax_rule_id bigint generated always as identity primary key,
  tax_code_id bigint not null references tax_codes (tax_code_id) on delete cascade,
  country_iso_3 varchar(3),
  state varchar(65),
  city varchar(100),
  zip_from varchar(12),
  zip_to varchar(12),
  product_id bigint references tank_products (product_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tax_rules_code on tax_rules (tax_code_id);
create index tax_rules_product on tax_rules (product_id) where product_id is not null;

create table tax_exemptions (
  tax_exemption_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id),
  customer_id bigint not null references companies (company_id),
  tax_code_id bigint references tax_codes (tax_code_id),
  product_id bigint references tank_products (product_id),
  exempt_use varchar(10) not null check (exempt_use in ('farm', 'off_road', 'resale', 'government')),
  certificate varchar(65) not null,
  end_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tax_exemptions_company on tax_exemptions (company_id, tax_exemption_id);
create index tax_exemptions_customer on tax_exemptions (customer_id, company_id);
create index tax_exemptions_code on tax_exemptions (tax_code_id) where tax_code_id is not null;
create index tax_exemptions_product on tax_exemptions (product_id) where product_id is not null;

-- The taxes of a document by line, as they were when it was saved: later changes of codes, rates and certificates do not reach them.
create table document_taxes (
  document_tax_id bigint generated always as identity primary key,
  document_id bigint not null references transaction_documents (document_id) on delete cascade,
  -- A credit note has taxes that are of no line.
  document_detail_id bigint references transaction_document_details (document_detail_id) on delete cascade,
  tax_code_id bigint not null references tax_codes (tax_code_id),
  tax_name varchar(65) not null,
  jurisdiction varchar(65),
  basis varchar(8) not null check (basis in ('percent', 'per_unit')),
  applies_to varchar(17) not null,
  rounding varchar(8) not null,
  rate numeric(12, 6) not null,
  -- Of an amount per unit: the unit, and units of the code's currency for one of the company's.
  unit_title varchar(3),
  unit_liters numeric(18, 9),
  exchange_rate numeric(19, 10) not null default 1,
  tax_rule_id bigint,
  tax_exemption_id bigint references tax_exemptions (tax_exemption_id) on delete set null,
  certificate varchar(65),
  exempt_use varchar(10),
  -- In the company's currency. A line is taxed or exempt as a whole.
  taxable_amount numeric(13, 3) not null,
  exempt_amount numeric(13, 3) not null,
  taxable_liters numeric(28, 12),
  exempt_liters numeric(28, 12),
  tax numeric(13, 3) not null,
  unique (document_detail_id, tax_code_id)
);
create index document_taxes_document on document_taxes (document_id);
create index document_taxes_code on document_taxes (tax_code_id, document_id);
create index document_taxes_exemption on document_taxes (tax_exemption_id) where tax_exemption_id is not null;

alter table transaction_documents add column tax_total numeric(13, 3) not null default 0;
alter table transaction_documents add column document_tax_total numeric(13, 3) not null default 0;
-- What is asked for: the total of the lines and charges, with taxes.
alter table transaction_documents
  add column grand_total numeric(13, 3) not null generated always as (total_amount + tax_total) stored;
alter table transaction_documents
  add column document_grand_total numeric(13, 3) not null generated always as (document_total_amount + document_tax_total) stored;
