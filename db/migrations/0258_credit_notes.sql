-- Credit notes are documents below zero: their lines credit lines of an invoice, with negative quantities.
alter table transaction_document_details
  add column credited_detail_id bigint references transaction_document_details (document_detail_id),
  drop constraint transaction_document_details_quantity_check,
  add constraint transaction_document_details_quantity_check check (quantity > 0 or (quantity < 0 and credited_detail_id is not null));
create index transaction_document_details_credited on transaction_document_details (credited_detail_id)
  where credited_detail_id is not null;

-- What is left of a credit note is its balance, below zero.
do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint
  where conrelid = 'transaction_documents'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%document_balance IS NOT NULL%';
  execute format('alter table transaction_documents drop constraint %I', rule);
end $$;
alter table transaction_documents add constraint transaction_documents_balance_check check (
  (document_type in ('invoice', 'credit_note')) = (balance is not null)
  and (document_type in ('invoice', 'credit_note')) = (document_balance is not null));
