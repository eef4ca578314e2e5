-- Whoever only orders sees a document once it was given out: an invoice or a quote from when it was sent, or something was
-- paid or answered; an order unless it is no more than a draft. It stays given out whatever becomes of it.
alter table transaction_documents add column given_out smallint not null default 0;

create function gives_document_out(document_type text, status_id bigint) returns boolean language sql immutable as $$
  select case document_type
    when 'invoice' then status_id in (25, 33, 34, 35, 36)
    when 'quote' then status_id in (24, 25, 27, 28, 29, 36)
    else status_id not in (21, 38, 39)
  end
$$;

create function give_document_out() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.document_type is distinct from old.document_type then
    new.given_out := 0;
  end if;
  if gives_document_out(new.document_type, new.status_id) then
    new.given_out := 1;
  end if;
  return new;
end $$;

-- Of documents that have come to their end, the audit and the payments tell whether they were given out before.
update transaction_documents d set given_out = 1
where gives_document_out(d.document_type, d.status_id)
  or exists (select from payments p where p.document_id = d.document_id)
  or exists (
    select from audit_entries a, jsonb_array_elements(a.changes) c, jsonb_each_text(c) was
    where a.resource = 'transaction_documents' and a.record_id = d.document_id and c ->> 'field' = 'status_id'
      and was.key in ('before', 'after')
      and case when was.value ~ '^\d{1,4}$' then gives_document_out(d.document_type, was.value::bigint) else false end);

create trigger transaction_documents_given_out before insert or update of status_id, document_type
  on transaction_documents for each row execute function give_document_out();
