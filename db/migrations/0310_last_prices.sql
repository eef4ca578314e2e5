-- The last price of a customer is found from its latest documents, however many it has.
create index transaction_documents_agreed on transaction_documents (company_id, document_date desc, document_id desc)
  where document_type in ('sales_order', 'invoice') and archived = 0 and given_out = 1;

-- A partial index over invoices looks empty to the planner until the table is analyzed: the first billing run of a business read it whole
-- for each document. This one holds the same, and null for other documents.
create unique index transaction_documents_in_series
  on transaction_documents (seller_id, (case when document_type in ('invoice', 'credit_note') then document_number end));
drop index transaction_documents_series;
