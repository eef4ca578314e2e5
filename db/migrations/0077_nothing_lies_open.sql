-- What was sent, answered, changed or read in can hold passwords, account numbers and links that let somebody in.
-- Of a call only a keyed hash is kept from now on, the rest sealed. What lay open is cleared, or sealed by the next
-- start, which alone has the key; the column of links that are still to be sent and the rows that can be taken back
-- are therefore kept, and hold open text until then (see server/app/sealWhatLiesOpen.ts).

truncate idempotency_keys;
alter table idempotency_keys
  drop column request,
  drop column status,
  drop column answer,
  add column request_hash bytea not null,
  add column answer_sealed text;

-- A file that was sent and not yet imported has to be sent again. "using" writes the table anew: a column that is
-- merely dropped stays in the file of the table.
alter table data_import_logs
  drop column content,
  add column preview_sealed text,
  add column sheet_sealed text,
  alter column progress type integer using progress + 0;

alter table undo_entries rename column records to records_sealed;
alter table undo_entries alter column records_sealed type text using records_sealed::text;

alter table mails rename column link to link_sealed;
