-- Invoices and credit notes are numbered without gaps, by seller and year, from when they stop being drafts. Numbers that exist stay.
create table document_series (
  seller_id bigint not null references companies,
  document_type varchar(20) not null,
  year smallint not null,
  last_number integer not null,
  primary key (seller_id, document_type, year)
);

alter table transaction_documents alter column document_number drop expression;
create unique index transaction_documents_series on transaction_documents (seller_id, document_number)
  where document_type in ('invoice', 'credit_note');

-- The counter's row stays locked until the transaction ends: another writer waits for it, and a number that is not kept is drawn again.
create function draw_document_number(seller bigint, type text, dated date) returns text language plpgsql as $$
declare
  drawn integer;
begin
  insert into document_series as s (seller_id, document_type, year, last_number)
  values (seller, type, extract(year from dated), 1)
  on conflict (seller_id, document_type, year) do update set last_number = s.last_number + 1
  returning last_number into drawn;
  return case type when 'credit_note' then 'CN-' else 'INV-' end || extract(year from dated) || '-'
    || case when drawn < 100000 then lpad(drawn::text, 5, '0') else drawn::text end;
end $$;

create function number_document() returns trigger language plpgsql as $$
declare
  is_in_series boolean := new.document_type in ('invoice', 'credit_note');
  -- New, draft, void and cancelled: what has not left the draft needs no number any more.
  is_draft boolean := new.status_id in (20, 21, 38, 39);
begin
  if tg_op = 'INSERT' and not is_in_series then
    new.document_number :=
      case new.document_type when 'quote' then 'Q-' when 'purchase_order' then 'PO-' else 'SO-' end || new.document_id;
  elsif is_in_series and not is_draft and (tg_op = 'INSERT' or new.document_number like 'Draft %') then
    new.document_number := draw_document_number(new.seller_id, new.document_type, new.document_date);
  elsif tg_op = 'INSERT' then
    new.document_number := 'Draft ' || new.document_id;
  end if;
  return new;
end $$;
-- After the trigger that names the seller: triggers of an event run in the order of their names.
create trigger transaction_documents_series before insert or update of status_id
  on transaction_documents for each row execute function number_document();

-- A document with a number of a series is archived, never deleted: the series would have a gap.
create function keep_numbered_document() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'a numbered document is never deleted', table = 'transaction_documents';
end $$;
create trigger transaction_documents_numbered before delete on transaction_documents
  for each row when (old.document_type in ('invoice', 'credit_note') and old.document_number not like 'Draft %')
  execute function keep_numbered_document();
