-- Where trucks are loaded; a bulk plant's own tanks fall by what is lifted there.
create table terminals (
  terminal_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id) on delete cascade,
  name varchar(100) not null,
  device_id bigint references devices (device_id) on delete set null,
  address1 varchar(255),
  address2 varchar(255),
  city varchar(100),
  state varchar(65),
  zip_code varchar(12),
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  status smallint not null default 1 check (status in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index terminals_company on terminals (company_id);
create index terminals_device on terminals (device_id);

-- What a bill of lading says was loaded into a compartment. It is never edited: a correction refers to its original.
create table lift_tickets (
  lift_ticket_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id),
  number varchar(40) not null,
  shipment_id bigint not null references shipment_planners (shipment_id),
  truck_id bigint not null references tanker_trucks (truck_id),
  -- As the round numbers its compartments, and as the vehicle does.
  compartment integer not null check (compartment between 1 and 10),
  place integer not null check (place between 1 and 5),
  terminal_id bigint references terminals (terminal_id) on delete set null,
  supplier varchar(100),
  product_id bigint not null references tank_products (product_id),
  unit_id bigint not null references units_of_measure (id),
  gross numeric(14, 3) not null check (gross >= 0),
  gross_liters numeric(28, 12) not null,
  net numeric(14, 3),
  net_liters numeric(28, 12),
  celsius numeric(5, 2),
  lifted_at timestamptz not null,
  -- The tank of ours that it came from.
  device_ports_id bigint references device_ports (device_ports_id) on delete set null,
  correction_of bigint unique references lift_tickets (lift_ticket_id),
  reason varchar(255),
  user_id bigint references users (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lift_tickets_company on lift_tickets (company_id);
create index lift_tickets_shipment on lift_tickets (shipment_id);
create index lift_tickets_truck on lift_tickets (truck_id);
create index lift_tickets_terminal on lift_tickets (terminal_id);
create index lift_tickets_product on lift_tickets (product_id);
create index lift_tickets_user on lift_tickets (user_id);
create index lift_tickets_port on lift_tickets (device_ports_id, lifted_at) where device_ports_id is not null;
-- Sent twice or at once, a lift counts once.
create unique index lift_tickets_number on lift_tickets (shipment_id, truck_id, place, number) where correction_of is null;

-- How each compartment ended a round: what goes into the next one.
create table compartment_balances (
  shipment_id bigint not null references shipment_planners (shipment_id) on delete cascade,
  truck_id bigint not null references tanker_trucks (truck_id) on delete cascade,
  place integer not null,
  product_id bigint references tank_products (product_id) on delete set null,
  carried_liters numeric(28, 12) not null,
  loaded_liters numeric(28, 12),
  metered_liters numeric(28, 12) not null,
  returned_liters numeric(28, 12) not null default 0,
  -- What somebody found in it; nothing where nobody looked.
  found_liters numeric(28, 12),
  on_board_liters numeric(28, 12) not null,
  difference_liters numeric(28, 12),
  margin_liters numeric(28, 12),
  reason varchar(40) check (reason in ('other_compartment', 'mistyped', 'lift_missing', 'temperature', 'spilled', 'meter', 'other')),
  note varchar(255),
  primary key (shipment_id, truck_id, place)
);
create index compartment_balances_truck on compartment_balances (truck_id, place);
create index compartment_balances_product on compartment_balances (product_id);
