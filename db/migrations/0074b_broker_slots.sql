-- The places of the servers at an external broker: who has which client id, and for how long. What a dead server
-- leaves behind is found by its lease.
create table broker_slots (
  client_id varchar(100) primary key,
  holder uuid not null,
  leased_until timestamptz not null
);
