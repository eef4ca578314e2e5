-- Whether a document that the business prices has a line without a price: its sums are not known yet.
alter table transaction_documents add column unpriced smallint not null default 0;

create function mark_unpriced_document() returns trigger language plpgsql as $$
begin
  update transaction_documents d set unpriced = found.unpriced
  from (
    select o.document_id, case when o.document_type <> 'purchase_order' and exists (
        select from transaction_document_details l where l.document_id = o.document_id and l.unpriced = 1)
      then 1 else 0 end as unpriced
    from transaction_documents o where o.document_id in (old.document_id, new.document_id)) found
  where d.document_id = found.document_id and d.unpriced <> found.unpriced;
  return null;
end $$;
create trigger transaction_document_details_unpriced after insert or delete or update of unit_price, document_id
  on transaction_document_details for each row execute function mark_unpriced_document();

update transaction_documents d set unpriced = 1
where document_type <> 'purchase_order' and exists (
  select from transaction_document_details l where l.document_id = d.document_id and l.unpriced = 1);
