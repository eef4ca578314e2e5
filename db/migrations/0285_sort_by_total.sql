-- Lists show the total with taxes, and sort by it.
create index transaction_documents_by_grand_total on transaction_documents (grand_total, document_id);
