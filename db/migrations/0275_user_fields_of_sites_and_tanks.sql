-- Installations add fields of their own to sites and to tanks.
alter table sites add column user_fields jsonb not null default '{}';
create index sites_user_fields on sites using gin (user_fields jsonb_path_ops);
alter table device_ports add column user_fields jsonb not null default '{}';
create index device_ports_user_fields on device_ports using gin (user_fields jsonb_path_ops);
