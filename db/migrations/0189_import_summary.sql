-- What a file of several kinds makes and finds, kind by kind.
alter table data_import_logs add column summary jsonb not null default '[]';
