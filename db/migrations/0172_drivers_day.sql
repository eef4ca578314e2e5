-- What a driver does at the stops: each event once, the tickets that were written, and who signed.

-- Numbers that a phone has reserved before it left, for tickets that it writes without a network.
create table ticket_blocks (
  ticket_block_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id),
  user_id bigint not null references users (user_id),
  first_number bigint not null check (first_number > 0),
  last_number bigint not null check (last_number >= first_number),
  reserved_at timestamptz not null,
  unique (company_id, first_number)
);
create index ticket_blocks_user on ticket_blocks (user_id);

-- An event's id is made on the phone and stays here for ever: an event that is sent again after any time is known. It outlives
-- its round and its stop, which it therefore names without a reference.
create table driver_events (
  event_id uuid primary key,
  -- The order in which events came.
  received bigint generated always as identity unique,
  user_id bigint not null references users (user_id),
  shipment_id bigint not null,
  stop_id bigint,
  kind text not null,
  at timestamptz not null,
  body jsonb not null,
  outcome text not null check (outcome in ('applied', 'conflict', 'refused', 'aside')),
  -- Why it did not count.
  rule text,
  said text,
  received_at timestamptz not null,
  resolved_by bigint references users (user_id),
  resolved_at timestamptz
);
create index driver_events_shipment on driver_events (shipment_id, received);
create index driver_events_user on driver_events (user_id);
create index driver_events_resolved on driver_events (resolved_by) where resolved_by is not null;

create table delivery_tickets (
  ticket_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id),
  number bigint not null,
  shipment_id bigint not null references shipment_planners (shipment_id),
  stop_id bigint not null references shipment_stops (stop_id),
  shipment_detail_id bigint not null references shipment_planner_details (shipment_detail_id),
  device_ports_id bigint references device_ports (device_ports_id) on delete set null,
  product_id bigint not null references tank_products (product_id),
  meter_start numeric(14, 3),
  meter_end numeric(14, 3),
  unit_id bigint not null references units_of_measure (id),
  gross numeric(14, 3) not null check (gross >= 0),
  gross_liters numeric(28, 12) not null,
  -- At 60 °F or 15 °C; nothing where the product or the temperature does not tell.
  net numeric(14, 3),
  net_liters numeric(28, 12),
  celsius numeric(5, 2),
  level_before numeric(5, 2),
  level_after numeric(5, 2),
  reason varchar(255),
  correction_of bigint references delivery_tickets (ticket_id),
  event_id uuid not null unique references driver_events (event_id),
  user_id bigint not null references users (user_id),
  at timestamptz not null,
  -- Taken back before the stop was signed: the number is spent, and nothing was delivered by it.
  voided_at timestamptz,
  created_at timestamptz not null default now(),
  unique (company_id, number)
);
create index delivery_tickets_shipment on delivery_tickets (shipment_id);
create index delivery_tickets_stop on delivery_tickets (stop_id);
create index delivery_tickets_load on delivery_tickets (shipment_detail_id);
create index delivery_tickets_port on delivery_tickets (device_ports_id) where device_ports_id is not null;
create index delivery_tickets_product on delivery_tickets (product_id);
create index delivery_tickets_unit on delivery_tickets (unit_id);
create index delivery_tickets_user on delivery_tickets (user_id);
create index delivery_tickets_correction on delivery_tickets (correction_of) where correction_of is not null;

-- Who received what came to a stop, as they drew it; kept apart because it is large and never changes.
create table stop_signatures (
  stop_id bigint primary key references shipment_stops (stop_id),
  signature text not null,
  latitude numeric(9, 6),
  longitude numeric(9, 6)
);

-- Pictures that a driver took at a stop; the id is made on the phone.
create table stop_pictures (
  picture_id uuid primary key,
  stop_id bigint not null references shipment_stops (stop_id),
  user_id bigint not null references users (user_id),
  picture bytea not null,
  taken_at timestamptz not null
);
create index stop_pictures_stop on stop_pictures (stop_id);
create index stop_pictures_user on stop_pictures (user_id);
