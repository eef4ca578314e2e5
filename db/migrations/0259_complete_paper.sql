-- What an invoice says of its seller, of its goods, and of paying early.
alter table companies add column tax_number varchar(40), add column payment_text varchar(1000);
alter table tank_products add column invoice_notice varchar(255);
-- beside the release before: it always writes a number, and a trigger names a draft.
alter table transaction_documents alter column document_number set not null;
alter table payment_terms add column discount_percent numeric(5, 2), add column discount_days integer;
