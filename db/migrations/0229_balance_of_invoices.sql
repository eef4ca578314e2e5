-- Only an invoice has a balance.
alter table transaction_documents
  alter column balance drop not null, alter column balance drop default,
  alter column document_balance drop not null, alter column document_balance drop default;
update transaction_documents set balance = null, document_balance = null where document_type <> 'invoice';
alter table transaction_documents add check (
  (document_type = 'invoice') = (balance is not null) and (document_type = 'invoice') = (document_balance is not null));
create index transaction_documents_by_balance_down on transaction_documents (balance desc nulls last, document_id desc);
