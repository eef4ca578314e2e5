-- What a round brought to a tank: planned, by the ticket, and by the tank's own level; and what became of a difference.
create table delivery_checks (
  delivery_check_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id) on delete cascade,
  shipment_id bigint not null references shipment_planners (shipment_id) on delete cascade,
  device_ports_id bigint not null references device_ports (device_ports_id) on delete cascade,
  device_id bigint not null references devices (device_id) on delete cascade,
  port_number integer not null,
  product_id bigint references tank_products (product_id) on delete set null,
  truck_id bigint references tanker_trucks (truck_id) on delete set null,
  delivered_by bigint references people (people_id) on delete set null,
  delivered_at timestamptz not null,
  state varchar(40) not null check (state in ('waiting', 'unseen', 'agrees', 'open', 'explained', 'corrected')),
  planned_liters numeric(14, 1),
  planned_gallons numeric(14, 1) generated always as (planned_liters / 3.785411784) stored,
  ticket_liters numeric(14, 1) not null,
  ticket_gallons numeric(14, 1) generated always as (ticket_liters / 3.785411784) stored,
  rise_liters numeric(14, 1),
  rise_gallons numeric(14, 1) generated always as (rise_liters / 3.785411784) stored,
  -- Standard deviation of the rise by the gauge alone.
  gauge_liters double precision,
  difference_liters numeric(14, 1),
  difference_gallons numeric(14, 1) generated always as (difference_liters / 3.785411784) stored,
  margin_liters numeric(14, 1),
  margin_gallons numeric(14, 1) generated always as (margin_liters / 3.785411784) stored,
  began_at timestamptz,
  ended_at timestamptz,
  before_liters numeric(14, 1),
  before_gallons numeric(14, 1) generated always as (before_liters / 3.785411784) stored,
  after_liters numeric(14, 1),
  after_gallons numeric(14, 1) generated always as (after_liters / 3.785411784) stored,
  risen_device_id bigint references devices (device_id) on delete set null,
  reason varchar(40) check (reason in ('gauge', 'short_delivery', 'wrong_tank', 'mistyped', 'meter', 'other')),
  note varchar(1000),
  decided_by bigint references users (user_id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (shipment_id, device_ports_id)
);
create index delivery_checks_company on delivery_checks (company_id, state);
create index delivery_checks_device on delivery_checks (device_id);
create index delivery_checks_port on delivery_checks (device_ports_id, delivered_at);
create index delivery_checks_truck on delivery_checks (truck_id, delivered_at);
create index delivery_checks_product on delivery_checks (product_id);
create index delivery_checks_delivered_by on delivery_checks (delivered_by);
create index delivery_checks_risen_device on delivery_checks (risen_device_id);
create index delivery_checks_decided_by on delivery_checks (decided_by);
create index delivery_checks_waiting on delivery_checks (delivered_at) where state = 'waiting';

create table meter_findings (
  meter_finding_id bigint generated always as identity primary key,
  company_id bigint not null references companies (company_id) on delete cascade,
  truck_id bigint not null references tanker_trucks (truck_id) on delete cascade,
  state varchar(40) not null default 'open' check (state in ('open', 'closed')),
  drift_percent numeric(6, 2) not null,
  margin_percent numeric(6, 2) not null,
  since timestamptz not null,
  deliveries integer not null,
  found_at timestamptz not null,
  proved_on date,
  note varchar(1000),
  decided_by bigint references users (user_id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index meter_findings_company on meter_findings (company_id);
create index meter_findings_decided_by on meter_findings (decided_by);
-- Of one meter one finding stands open.
create unique index meter_findings_open on meter_findings (truck_id) where state = 'open';
create index meter_findings_truck on meter_findings (truck_id);
