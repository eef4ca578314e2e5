-- Who is told of one device in another way than of all others, by mail or in the product, or not at all. Whoever may not see
-- the device is told nothing, whatever stands here.
create table alert_receivers (
  device_id bigint not null references devices on delete cascade,
  people_id bigint not null references people on delete cascade,
  method varchar(10) not null check (method in ('none', 'product', 'email')),
  -- The level of a tank from which they are told; the other kinds of alert are told in any case.
  from_level varchar(10) not null default 'mild' check (from_level in ('mild', 'urgent')),
  primary key (device_id, people_id)
);
create index alert_receivers_people on alert_receivers (people_id);
