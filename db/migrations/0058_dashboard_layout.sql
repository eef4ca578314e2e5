-- How somebody arranged his dashboard belongs to the account: what he does in another company is other work.
alter table accounts add column dashboard_layout jsonb;
alter table people drop column dashboard_layout;
