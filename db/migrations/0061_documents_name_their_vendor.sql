-- Whom a purchase order is addressed to: that vendor sees it.
alter table transaction_documents add column vendor_id bigint references companies (company_id);
create index transaction_documents_vendor on transaction_documents (vendor_id) where vendor_id is not null;
update permission_templates set permissions = permissions || '["transaction_documents.read"]'::jsonb
  where login_type_id in ('vendor', 'v_acct_mgr') and not permissions ? 'transaction_documents.read';

update transaction_documents set department_id = null
  where department_id is not null and department_id not in (select department_id from departments);
alter table transaction_documents add foreign key (department_id) references departments (department_id);
create index transaction_documents_department on transaction_documents (department_id) where department_id is not null;

-- A country, and by default the one that phones without a country are of.
alter table work_orders alter column country_id type integer using least(country_id, 2147483647)::integer;
alter table work_orders alter column country_id set default 140;
