-- The number that a document has in the program whose file it came from: rows with the same number are lines of one document.
alter table transaction_documents add column external_number varchar(40);
create index transaction_documents_external_number on transaction_documents (lower(external_number::text), document_id)
  where external_number is not null;
drop index transaction_documents_search;
create index transaction_documents_search on transaction_documents
  using gin (document_number gin_trgm_ops, external_number gin_trgm_ops, customer_po gin_trgm_ops, work_order_no gin_trgm_ops,
    comments gin_trgm_ops);

-- Several rows can have one name: what a row names is found among the rows before it, in whichever part of the file they stand.
alter table import_keys add column batch integer not null default 0;
alter table import_keys drop constraint import_keys_pkey;
alter table import_keys add primary key (import_id, key, row);
