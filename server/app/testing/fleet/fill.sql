-- A grown business: `fleet.devices` devices, `fleet.devices_of_company` of them for each customer on average, and everything else
-- in proportion. Beyond 200,000 devices only companies, sites, tanks and states grow with them, so that filling takes minutes.
-- Runs once on a new database that holds the base records and the accounts of the tests, with triggers and foreign keys disabled:
-- what a trigger would write is written here. Every value is a function of its row number, so two runs are alike.

/* A number from 0 up to 1 that a row's number and a place in the row decide, evenly spread and the same each time. */
create function pg_temp.share(n bigint, place int) returns float8 immutable parallel safe
  return (hashint8(n * 131 + place)::bigint & 1048575) / 1048576.0;
/* The owner of a row: some companies have hundreds, most have a few. */
create function pg_temp.customer(n bigint) returns bigint immutable parallel safe
  return 10001 + floor(greatest(current_setting('fleet.devices')::int / current_setting('fleet.devices_of_company')::int, 10) * pg_temp.share(n, 1) ^ 2)::bigint;
/* A moment of the last days, evenly spread, with milliseconds. */
create function pg_temp.within_days(n bigint, place int, days int) returns timestamptz stable parallel safe
  return date_trunc('milliseconds', now() - make_interval(secs => days * 86400.0 * pg_temp.share(n, place)));
create function pg_temp.one_of(names text[], n bigint, place int) returns text immutable parallel safe
  return names[1 + floor(cardinality(names) * pg_temp.share(n, place))::int];
create temp table words as select
  array['Lansing','Toledo','Dayton','Akron','Canton','Peoria','Joliet','Gary','Fargo','Duluth','Salina','Tulsa','Amarillo',
    'Laredo','Yuma','Boise','Provo','Helena','Casper','Salem','Tacoma','Reno','Fresno','Modesto'] as towns,
  array['Oil','Fuels','Propane','Energy','Farm Supply','Transport','Gas','Petroleum','Cooperative','Heating'] as trades,
  array['Ada','Grace','Edsger','Barbara','Donald','Radia','Alan','Frances','Ken','Margaret','Tony','Leslie'] as firsts,
  array['Peterson','Kowalski','Nguyen','Okafor','Garcia','Lindqvist','Haddad','Murphy','Silva','Tanaka','Weber','Ivanov']
    as lasts,
  array['Driver','Dispatcher','Bookkeeper','Yard manager','Technician','Owner'] as jobs,
  greatest(current_setting('fleet.devices')::int / current_setting('fleet.devices_of_company')::int, 10) as companies,
  greatest(current_setting('fleet.devices')::int / 450, 3) as distributors,
  current_setting('fleet.devices')::int as devices,
  least(current_setting('fleet.devices')::int, 200000) as others;

-- Distributors from 2001 on; customers from 10001 on, one of 30 below the tests' distributor.
insert into companies (company_id, organisation_type_id, company, parent_id, payment_term_id, unit_of_measure, created_at, updated_at)
  select 2000 + n, 2, pg_temp.one_of(towns, n, 2) || ' Distribution ' || n, null, 1, 1,
    pg_temp.within_days(n, 3, 2000), pg_temp.within_days(n, 4, 300)
  from words, generate_series(1, distributors) n;
insert into companies (company_id, organisation_type_id, company, company_short, parent_id, website, payment_term_id, unit_of_measure,
    account_number, status, created_at, updated_at)
  select 10000 + n, 1, pg_temp.one_of(towns, n, 2) || ' ' || pg_temp.one_of(trades, n, 3) || ' ' || n, 'C' || n,
    case when n % 30 = 1 then 102 when pg_temp.share(n, 4) < 0.8 then 2001 + floor(distributors * pg_temp.share(n, 5)) end,
    case when pg_temp.share(n, 6) < 0.4 then 'https://c' || n || '.example' end, 1,
    case when pg_temp.share(n, 7) < 0.8 then 1 else 2 end, 'A-' || 100000 + n, case when pg_temp.share(n, 8) < 0.95 then 1 else 0 end,
    pg_temp.within_days(n, 9, 2000), pg_temp.within_days(n, 10, 300)
  from words, generate_series(1, companies) n;

-- A person for each device's worth of business; every second one has a sign-in.
insert into people (people_id, company_id, first_name, last_name, nick_name, job_title, language, unit_of_measure, status, created_at, updated_at)
  select 10000 + n, pg_temp.customer(n + 50000000), pg_temp.one_of(firsts, n, 2), pg_temp.one_of(lasts, n, 3) || ' ' || n,
    case when pg_temp.share(n, 4) < 0.2 then 'Nick' || n end, pg_temp.one_of(jobs, n, 5),
    case when pg_temp.share(n, 6) < 0.8 then 'en' else 'es' end, case when pg_temp.share(n, 7) < 0.8 then 1 else 2 end,
    case when pg_temp.share(n, 8) < 0.95 then 1 else 0 end, pg_temp.within_days(n, 9, 2000), pg_temp.within_days(n, 10, 300)
  from words, generate_series(1, others) n;
insert into users (user_id, username, password, login_type_id, company_id, people_id, first_name, last_name, phone_number, status,
    created_at, updated_at)
  select people_id, lower(first_name) || people_id || '@bench.example', 'none', pg_temp.one_of(array['customer','customer_readonly',
    'driver','technician','csr','dispatcher'], people_id, 11), company_id, people_id, first_name, last_name,
    '+1313' || lpad((people_id % 10000000)::text, 7, '0'), status, created_at, updated_at
  from people where people_id > 10000 and people_id % 2 = 0;
insert into accounts (user_id, company_id, login_type_id) select user_id, company_id, login_type_id from users where user_id > 10000;

insert into tank_products (product_id, product_name, company_id, specific_gravity, product_group, color, created_at, updated_at)
  select 1000 + n, (array['Diesel','Dyed diesel','Gasoline','Propane','Heating oil','Kerosene','DEF','Jet A'])[1 + (n - 1) % 8]
      || case when n > 8 then ' ' || n else '' end,
    case when n <= 8 then 1 else 2001 + (n - 9) % distributors end,
    (array[0.85, 0.85, 0.75, 0.51, 0.87, 0.81, 1.09, 0.8])[1 + (n - 1) % 8],
    (array['fuel_oil','fuel_oil','gasoline','lpg','fuel_oil','fuel_oil','none','jet_fuel'])[1 + (n - 1) % 8], '#aa7733',
    pg_temp.within_days(n, 1, 2000), pg_temp.within_days(n, 2, 300)
  from words, generate_series(1, 8 + distributors / 4) n;
insert into firmware_versions (version) select 900 + n from generate_series(1, 5) n on conflict do nothing;

-- Devices: serial numbers are not in order of creation; some devices are silent or forgotten.
insert into devices (device_id, public_id, label, company_id, site_id, device_type_id, status, last_record_date, battery, signal_quality,
    temperature_metric, firmware_version_id, mobile_provider_id, imei, sim, record_interval, upload_interval, purchase_date,
    latitude, longitude, key_hash, created_at, updated_at)
  select n, 'ULG-' || lpad((n::bigint * 7919 % 10000019)::text, 8, '0'),
    case when pg_temp.share(n, 2) < 0.97 then pg_temp.one_of(towns, n, 3) || ' yard ' || n % 997 end,
    company_id, case when pg_temp.share(n, 21) < 0.9 then company_id * 100 + floor(50 * pg_temp.share(n, 22))::int end,
    types[1 + floor(cardinality(types) * pg_temp.share(n, 4))::int],
    case when pg_temp.share(n, 5) < 0.92 then 'normal' when pg_temp.share(n, 5) < 0.94 then 'demo'
      when pg_temp.share(n, 5) < 0.97 then 'suspended' else 'retired' end,
    case when pg_temp.share(n, 6) < 0.9 then pg_temp.within_days(n, 7, 1)
      when pg_temp.share(n, 6) < 0.97 then pg_temp.within_days(n, 7, 60) end,
    round((15 + 85 * pg_temp.share(n, 9))::numeric, 2), floor(32 * pg_temp.share(n, 10)), round((40 * pg_temp.share(n, 11) - 5)::numeric, 2),
    firmware[1 + floor(cardinality(firmware) * pg_temp.share(n, 12))::int], providers[1 + floor(cardinality(providers) * pg_temp.share(n, 13))::int],
    '35' || lpad(n::text, 13, '0'), '8901' || lpad(n::text, 16, '0'),
    (array[600, 900, 1200, 1800, 3600])[1 + floor(5 * pg_temp.share(n, 14))::int],
    (array[12, 12, 24, 24, 48])[1 + floor(5 * pg_temp.share(n, 15))::int], current_date - floor(1500 * pg_temp.share(n, 16))::int,
    round((30 + 18 * pg_temp.share(n, 17))::numeric, 6), round((-120 + 50 * pg_temp.share(n, 18))::numeric, 6), sha256(('bench key ' || n)::bytea),
    pg_temp.within_days(n, 19, 1500), pg_temp.within_days(n, 20, 200)
  from words, (select array_agg(device_type_id order by 1) as types from device_types) t,
    (select array_agg(firmware_version_id order by 1) as firmware from firmware_versions) f,
    (select array_agg(mobile_provider_id order by 1) as providers from mobile_providers) p,
    (select n, case when n <= 9 then 103 when n <= 14 then 104 else pg_temp.customer(n) end as company_id
      from words, generate_series(1, devices) n) owned;
insert into device_ownerships (device_id, company_id) select device_id, company_id from devices;
-- The sites of nine of ten devices: several devices at one where a company has many.
insert into sites (site_id, name, company_id, contract, area, status, address1, city, state, zip_code, contact_name, created_at, updated_at)
  select site_id, pg_temp.one_of(towns, site_id, 2) || ' ' || pg_temp.one_of(array['farm','depot','school','plant','ranch'], site_id, 3)
      || ' ' || site_id % 9973, company_id, pg_temp.one_of(array['automatic','automatic','will_call','keep_full'], site_id, 4),
    case when pg_temp.share(site_id, 5) < 0.7 then 'Area ' || site_id % 37 end, case when pg_temp.share(site_id, 6) < 0.96 then 1 else 0 end,
    site_id % 9000 || ' Main St', pg_temp.one_of(towns, site_id, 7), 'OH', lpad((site_id % 99999)::text, 5, '0'),
    pg_temp.one_of(firsts, site_id, 8) || ' ' || pg_temp.one_of(lasts, site_id, 9), pg_temp.within_days(site_id, 10, 900),
    pg_temp.within_days(site_id, 11, 200)
  from words, (select distinct site_id, company_id from devices where site_id is not null) s;

-- Two tanks each, and their last measurements.
insert into device_ports (device_ports_id, device_id, port_number, product_id, tank_type_id, sensor_type_id, reorder_yellow, reorder_red,
    def_liters, def_us_gallons, metric_diameter, metric_length, imperial_diameter, imperial_length, sensor_offset, imperial_sensor_offset,
    active, created_at, updated_at)
  select 2 * d - 2 + port, d, port, 1001 + floor(8 * pg_temp.share(d, 20 + port))::int,
    (select tank_type_id from tank_types where slug = 'horizontal_cylinder_elliptical'),
    (select min(sensor_type_id) from sensor_types where measure = 'distance'), 30, 15, 17802, 4702.790940, 2000, 5000, 78.740157,
    196.850394, 100, 3.937008, case when pg_temp.share(d, 30 + port) < 0.97 then 1 else 0 end,
    pg_temp.within_days(d, 19, 1500), pg_temp.within_days(d, 22 + port, 200)
  from words, generate_series(1, devices) d, generate_series(1, 2) port;
insert into port_states (device_id, port_number, at, raw, height, volume, percent, temperature, quality, trusted_at, level, room,
    use_per_day, days_to_empty, days_to_empty_low, days_to_empty_high, days_to_red, forecast_at)
  select device_id, port_number, last_record_date, 1000, 20 * percent, 178.02 * percent, percent, 12, 0, last_record_date,
    case when percent < 15 then 'urgent' when percent < 30 then 'mild' when percent > 95 then 'overfill' else 'fine' end, greatest(178.02 * (95 - percent), 0),
    100, 1.7802 * percent, 1.5 * percent, 2 * percent, 1.7802 * greatest(percent - 15, 0), last_record_date
  from (select device_id, port_number, last_record_date, (13 + 85 * pg_temp.share(device_ports_id, 2))::real as percent
    from devices join device_ports using (device_id) where last_record_date is not null) p;
insert into device_states (device_id, company_id, last_at, due_at, battery_voltage, temperature, level, percent, is_offline, empty_at,
    battery, signal_quality, room)
  select device_id, company_id, last_record_date, last_record_date + make_interval(hours => upload_interval), 3.6 + 0.5 * pg_temp.share(device_id, 3),
    20, coalesce(case when low < 15 then 'urgent' when high > 95 then 'overfill' when low < 30 then 'mild' else 'fine' end, 'unknown'), low,
    last_record_date is null or last_record_date < now() - make_interval(hours => 3 * upload_interval),
    last_record_date + make_interval(days => (1.78 * low)::int), battery, signal_quality, greatest(178.02 * (95 - low), 0)
  from devices left join (select device_id, min(percent) as low, max(percent) as high from port_states group by 1) s using (device_id);

-- Every third company has three tags; a third of its devices carry one or two.
insert into tags (tag_id, tag, company_id, created_at, updated_at)
  select 1000 + 3 * n + k, (array['route 1','winter','key account'])[k], 10000 + n, pg_temp.within_days(n, 40 + k, 900), pg_temp.within_days(n, 43 + k, 200)
  from words, generate_series(1, companies, 3) n, generate_series(1, 3) k;
insert into device_tags (device_id, tag_id)
  select device_id, 1000 + 3 * (company_id - 10000) + k from devices, generate_series(1, 2) k
  where company_id > 10000 and company_id % 3 = 10001 % 3 and pg_temp.share(device_id, 45 + k) < 0.35;
update tags set device_count = held from (select tag_id, count(*) as held from device_tags group by 1) c where c.tag_id = tags.tag_id;

-- Two alerts for each device, some of them open.
insert into alerts (alert_id, device_id, company_id, port_number, level, status, value, opened_at, closed_at, acknowledged_at,
    acknowledged_by, note, level_source, created_at, updated_at)
  select a, device_id, company_id, 1 + (a - 1) / others, pg_temp.one_of(array['urgent','mild','mild','mild','overfill','offline','battery_low'], a, 1), state,
    round((100 * pg_temp.share(a, 2))::numeric, 3), opened, case when state = 'closed' then opened + interval '9 hours' end,
    case when state = 'acknowledged' then opened + interval '1 hour' end,
    case when state = 'acknowledged' then 10000 + 2 * (1 + floor((others / 2 - 1) * pg_temp.share(a, 3))::bigint) end,
    case when pg_temp.share(a, 4) < 0.1 then 'Called, truck is on its way' end, 'measured', opened, opened
  from (select a, device_id, company_id, others,
      case when pg_temp.share(a, 5) < 0.96 then 'closed' when pg_temp.share(a, 5) < 0.985 then 'open' else 'acknowledged' end as state,
      pg_temp.within_days(a, 6, 400) as opened
    from words cross join generate_series(1, 2 * others) a join devices on device_id = 1 + (a - 1) % others) made;

-- Orders and other documents: one for each device, two lines each.
insert into transaction_documents (document_id, document_type, company_id, device_id, site_id, vendor_id, shipping_carrier_id, status_id, approved, document_date, due_date, payment_term_id,
    currency_id, customer_po, work_order_no, ship_city, ship_country_iso_3, subtotal, freight, total_amount, balance, document_subtotal, document_freight,
    document_total_amount, document_balance, archived, given_out, comments, created_at, updated_at, document_number, seller_id)
  select n, type, company_id, n, site_id, case when type = 'purchase_order' and n % 5 = 0 then 106 end,
    case when pg_temp.share(n, 11) < 0.02 then 2001 end, case when pg_temp.share(n, 2) < 0.08
      then case type when 'quote' then 26 when 'purchase_order' then 25 else 32 end
      else case type when 'quote' then 29 when 'invoice' then 35 else 36 end end,
    1, day, day + 30, 1, 3, case when pg_temp.share(n, 4) < 0.6 then 'PO ' || 100000 + n end, null, pg_temp.one_of(towns, n, 5), 'USA',
    price, 25, price + 25, case when type = 'invoice' then case when pg_temp.share(n, 2) < 0.08 then price + 25 else 0 end end, price, 25, price + 25,
    case when type = 'invoice' then case when pg_temp.share(n, 2) < 0.08 then price + 25 else 0 end end, case when pg_temp.share(n, 6) < 0.04 then 1 else 0 end, 1,
    case when pg_temp.share(n, 7) < 0.1 then 'Leave at the gate ' || n end, day, day,
    case type when 'quote' then 'Q-' when 'sales_order' then 'SO-' when 'purchase_order' then 'PO-' else 'INV-' end || n, seller_of(company_id)
  from (select n, company_id, site_id, towns, current_date - floor(1000 * pg_temp.share(n, 8))::int as day, round((2000 * pg_temp.share(n, 9) + 100)::numeric, 2) as price,
      pg_temp.one_of(array['sales_order','sales_order','sales_order','invoice','invoice','quote','purchase_order'], n, 10) as type
    from words, generate_series(1, others) n join devices on device_id = n) made;
insert into transaction_document_details (document_detail_id, document_id, sort_order, product_id, quantity, unit_price, line_total, unit_id, quantity_liters)
  select 2 * document_id - 2 + line, document_id, line, 1001 + floor(8 * pg_temp.share(document_id, 10 + line))::int, 500, round(subtotal / 1000, 6),
    round(subtotal / 2, 3), unit.id, 1892.705892
  from transaction_documents, generate_series(1, 2) line, (select id from units_of_measure where measure = 'volume' and code = 'gal') unit;

insert into subscriptions (id, plan_name, company_id, device_id, device_seats, amount, term_length, period_start, period_end, paid, status, invoice_id,
    created_at, updated_at)
  select device_id, pg_temp.one_of(array['Basic','Standard','Plus','Fleet'], device_id, 50) || ' ' || case when yearly then 'yearly' else 'monthly' end, company_id,
    device_id, 1, case when yearly then 120 else 12 end, case when yearly then 12 else 1 end, day, day + case when yearly then 365 else 30 end,
    case when pg_temp.share(device_id, 52) < 0.85 then 1 else 0 end, pg_temp.one_of(array['active','active','active','past_due','canceled'], device_id, 53),
    'in_' || device_id, day, day
  from (select device_id, company_id, current_date - floor(700 * pg_temp.share(device_id, 51))::int as day, pg_temp.share(device_id, 54) < 0.6 as yearly
    from words, devices where device_id <= others) made;

insert into work_orders (id, device_id, site_id, status_id, wo_requested_by, zoho_estimate_id, warranty_repair, reason_for_return, contact_name, contact_email,
    inbound_tracking_number, date_performed, performed_by, created_at, updated_at)
  select n, device_id, site_id, (array[10, 2, 3, 3, 3, 8, 8, 7])[1 + floor(8 * pg_temp.share(n, 60))::int],
    10001 + floor((others - 1) * pg_temp.share(n, 61))::bigint, 'E-' || n, case when pg_temp.share(n, 62) < 0.3 then 1 else 0 end,
    'No report since the storm, case ' || n, pg_temp.one_of(firsts, n, 63) || ' ' || pg_temp.one_of(lasts, n, 64), 'contact' || n || '@bench.example',
    '1Z' || lpad(n::text, 12, '0'), case when pg_temp.share(n, 65) < 0.6 then current_date - floor(700 * pg_temp.share(n, 66))::int end,
    10001 + floor((others - 1) * pg_temp.share(n, 67))::bigint, pg_temp.within_days(n, 68, 900), pg_temp.within_days(n, 69, 200)
  from words cross join generate_series(1, others) n join devices on device_id = 1 + (n::bigint * 7) % words.devices;

insert into posted_prices (company_id, terminal_id, product_id, valid_from, unit_price, unit_id)
  select 2000 + d, 1, 1001 + n % 8, now() - n * interval '6 hours', 2.5 + pg_temp.share(n, 90), unit.id
  from words, generate_series(1, distributors) d, generate_series(1, 200) n,
    (select id from units_of_measure where measure = 'volume' and code = 'gal') unit;

insert into tanker_trucks (truck_id, company_id, truck_name, max_weight, gvwr, payload)
  select 1000 + n, 2000 + n, 'Truck ' || n, 30000, 26000, 18000 from words, generate_series(1, distributors) n;
insert into shipment_planners (shipment_id, company_id, status_id, truck_id, load_date, deliver_date, delivered_by, signed_by, signed_at, created_at, updated_at)
  select n, case when n % 11 = 0 then 102 else 2001 + floor(distributors * share)::int end, state, 1001 + floor(distributors * share)::int, day, day + 1,
    10001 + floor((others - 1) * pg_temp.share(n, 73))::bigint, case when state in (3, 4) then pg_temp.one_of(lasts, n, 74) end,
    case when state in (3, 4) then day + interval '31 hours' end, day, day
  from (select n, others, distributors, lasts, pg_temp.share(n, 70) as share, case when n % 8 = 5 then 4
        else coalesce((array[1, 2, 3, 5])[1 + floor(50 * pg_temp.share(n, 71))::int], 4) end as state,
      current_date - floor(900 * pg_temp.share(n, 72))::int as day
    from words, generate_series(1, others) n) made;
insert into shipment_planner_details (shipment_detail_id, shipment_id, sort_order, product_id, quantity_ordered, quantity, unit_id, quantity_liters, document_detail_id,
    device_ports_id, company_id)
  select 2 * shipment_id - 2 + line, shipment_id, line, product_id, 500, 500, unit_id, 1892.705892, l.document_detail_id,
    2 * d.device_id - 2 + line, d.company_id
  from shipment_planners, generate_series(1, 2) line
    join transaction_document_details l on true join transaction_documents d using (document_id)
  where l.document_detail_id = 2 * shipment_id - 2 + line and d.document_type = 'sales_order';

insert into shipment_stops (stop_id, shipment_id, sequence, company_id, site_id, place, latitude, longitude, status, done_at, signed_by, signed_at,
    created_at, updated_at)
  select s.shipment_id, s.shipment_id, 1, d.company_id, d.site_id, coalesce(d.label, d.public_id), d.latitude, d.longitude,
    case when s.status_id = 4 then 'done' else 'planned' end, case when s.status_id = 4 then s.signed_at end,
    case when s.status_id = 4 then s.signed_by end, case when s.status_id = 4 then s.signed_at end, s.created_at, s.updated_at
  from shipment_planners s join shipment_planner_details l on l.shipment_detail_id = 2 * s.shipment_id
    join devices d on d.device_id = s.shipment_id;
update shipment_planner_details set stop_id = shipment_id;
-- Lifts of a round, and how its tanks confirm the deliveries.
insert into lift_tickets (company_id, number, shipment_id, truck_id, compartment, place, supplier, product_id, unit_id, gross, gross_liters,
    lifted_at, created_at, updated_at)
  select company_id, 'B' || 100000 + shipment_id, shipment_id, truck_id, 1, 1, pg_temp.one_of(array['Marathon','Valero','Citgo'], shipment_id, 75),
    1001 + floor(8 * pg_temp.share(shipment_id, 76))::int, unit.id, 1000, 3785.411784, load_date + interval '7 hours', created_at, updated_at
  from shipment_planners, (select id from units_of_measure where measure = 'volume' and code = 'gal') unit where status_id in (3, 4);
insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, product_id, truck_id, delivered_by, delivered_at,
    state, planned_liters, ticket_liters, rise_liters, difference_liters, margin_liters, created_at, updated_at)
  select s.company_id, shipment_id, l.device_ports_id, p.device_id, p.port_number, l.product_id, s.truck_id, s.delivered_by, s.signed_at,
    case when pg_temp.share(l.shipment_detail_id, 77) < 0.8 then 'agrees'
      else pg_temp.one_of(array['unseen','unseen','waiting','open','explained'], l.shipment_detail_id, 71) end, 1892.7, 1890, 1880, -10, 60,
    s.signed_at, s.signed_at
  from shipment_planners s join shipment_planner_details l using (shipment_id) join device_ports p using (device_ports_id) where s.status_id = 4;
insert into meter_findings (company_id, truck_id, state, drift_percent, margin_percent, since, deliveries, found_at, decided_at, created_at, updated_at)
  select 2001 + floor(distributors * pg_temp.share(n, 78))::int, 1001 + floor(distributors * pg_temp.share(n, 78))::int, 'closed', 0.6, 0.4,
    at - interval '20 days', 30, at, at + interval '2 days', at, at
  from (select n, distributors, pg_temp.within_days(n, 79, 900) as at from words, generate_series(1, others / 8) n) made;

-- Contacts of people, and notes on records.
insert into entity_phones (object_ref, object_id, phone_number, phone_type, prime, created_at, updated_at)
  select 'person', people_id, '+1313' || lpad((people_id % 10000000)::text, 7, '0'), pg_temp.one_of(array['mobile','work'], people_id, 90), 1,
    created_at, updated_at
  from people where people_id > 10000;
insert into entity_emails (object_ref, object_id, email_address, email_type, prime, created_at, updated_at)
  select 'person', people_id, lower(first_name) || people_id || '@bench.example', pg_temp.one_of(array['work','other'], people_id, 91), 1,
    created_at, updated_at
  from people where people_id > 10000;
insert into entity_addresses (object_ref, object_id, location_label, address_type, address1, city, state, zip_code, prime, created_at, updated_at)
  select ref, id, case when pg_temp.share(id, 92) < 0.5 then 'Gate ' || id % 7 end, pg_temp.one_of(array['shipping','billing'], id, 93),
    id % 9000 || ' Main St', pg_temp.one_of(towns, id, 94), 'OH', lpad((id % 99999)::text, 5, '0'), 1, created_at, updated_at
  from words, (select 'company' as ref, company_id as id, created_at, updated_at from companies where company_id > 10000
    union all select 'person', people_id, created_at, updated_at from people where people_id > 10000 and people_id % 3 = 0) owner;
insert into notes (object_ref, object_id, note, created_by, created_by_id, created_at, updated_at)
  select (array['device','document','company','work_order'])[1 + n % 4], case when n % 4 = 2 then 10001 + n % companies else n end,
    'Spoke with ' || pg_temp.one_of(firsts, n, 95) || ', case ' || n, 'ada' || 10000 + 2 * (n % (others / 2)) || '@bench.example',
    10000 + 2 * (n % (others / 2)), pg_temp.within_days(n, 96, 900), pg_temp.within_days(n, 97, 200)
  from words, generate_series(1, others) n;

-- Mails and notifications, sign-ins and sign-up requests.
insert into mails (company_id, receiver, subject, html, body, language, state, next_try_at, sent_at, created_at, updated_at)
  select company_id, username, pg_temp.one_of(array['Tank is low','Weekly report','Your order'], user_id + k, 98) || ' ' || user_id, '', '', 'en',
    case when pg_temp.share(user_id + k, 99) < 0.98 then 'sent' else 'failed' end, created_at, created_at, at, at
  from (select *, pg_temp.within_days(user_id + k, 100, 90) as at from users, generate_series(0, 1) k where user_id > 10000) made;
insert into notifications (subject, message, modal, date_created, date_sent, receivers, created_at, updated_at)
  select pg_temp.one_of(array['Maintenance','New prices','Holiday'], n, 101) || ' ' || n, 'Message ' || n, n % 2, at, at, 100, at, at
  from (select n, pg_temp.within_days(n, 102, 900) as at from words, generate_series(1, others / 4) n) made;
insert into user_notifications (user_id, cause, told, params, object_ref, object_id, read_at, created_at)
  select 10000 + 2 * (n % (others / 2)), 'alert:' || n, 'alert_opened', '{}', 'device', n, case when pg_temp.share(n, 103) < 0.8 then at end, at
  from (select n, others, pg_temp.within_days(n, 104, 60) as at from words, generate_series(1, others) n) made;
insert into sessions (token_hash, user_id, account_id, created_at, last_used_at, expires_at, address, device, place, way)
  select sha256(('session ' || user_id)::bytea), user_id, account_id, at, at, now() + interval '20 days', '203.0.113.' || user_id % 250,
    pg_temp.one_of(array['Chrome on Windows','Safari on iPhone'], user_id, 105), pg_temp.one_of(towns, user_id, 106), 'password'
  from words, (select *, pg_temp.within_days(user_id, 107, 20) as at from accounts where user_id > 10000) made;
insert into webhooks (name, url, event_types, status, disabled_reason, user_id, company_id)
  select 'ERP ' || user_id, 'https://erp.example.com/' || user_id, '["alert.opened"]', 'disabled', 'user', user_id, company_id
  from (select * from accounts where user_id > 10000 order by user_id limit 50) made;
insert into webhook_deliveries (webhook_id, message_id, event_type, resource, record_id, payload, state, tries, tried_at, created_at, updated_at)
  select webhook_id, 'msg_' || webhook_id || '_' || k, 'alert.opened', 'alerts', k, '{}', 'sent', 1, at, at, at
  from webhooks, generate_series(1, 300) k, lateral (select pg_temp.within_days(webhook_id + k, 116, 30) as at) moment;
insert into login_attempts (attempted_at, username, address, status, reason, way, company_id)
  select pg_temp.within_days(n, 108, 90), 'ada' || 10000 + 2 * (n % (others / 2)) || '@bench.example', '203.0.113.' || n % 250,
    case when pg_temp.share(n, 109) < 0.8 then 'ok' else 'fail' end, case when pg_temp.share(n, 109) >= 0.8 then 'wrong_password' end, 'password',
    pg_temp.customer(n)
  from words, generate_series(1, others) n;
insert into sign_ups (company, first_name, last_name, username, phone_number, password, state, asked_at, confirmed_at, decided_at, created_at, updated_at)
  select pg_temp.one_of(towns, n, 110) || ' Oil ' || n, pg_temp.one_of(firsts, n, 111), pg_temp.one_of(lasts, n, 112), 'new' || n || '@bench.example',
    '+13135550100', '', case when n % 10 = 0 then 'unconfirmed' when n % 100 = 1 then 'waiting' else 'approved' end, at,
    case when n % 10 > 0 then at end, case when n % 10 > 0 and n % 100 <> 1 then at end, at, at
  from (select n, towns, firsts, lasts, pg_temp.within_days(n, 113, 900) as at from words, generate_series(1, others / 4) n) made;

-- Audit entries: three for each device's worth of business.
insert into audit_entries (at, resource, record_id, action, user_id, changes, company_id, title)
  select at, 'devices', device_id, 'update', user_id, jsonb_build_array(jsonb_build_object('field', 'label', 'before', 'yard ' || n, 'after', label)), company_id, public_id
  from (select n, pg_temp.within_days(n, 80, 700) as at, 10000 + 2 * (1 + floor((others / 2 - 1) * pg_temp.share(n, 81))::bigint) as user_id,
      1 + floor(devices * pg_temp.share(n, 82))::bigint as device_id
    from words, generate_series(1, 3 * others) n) made join devices using (device_id) order by at;

-- The first tank has reported every ten minutes for ten years: the last year has every reading, earlier ones hours and days.
insert into readings (device_id, port_number, at, raw, height, volume, percent, temperature, quality)
  select 1, 1, at, 1000, 1000, 5000 + 4000 * sin(extract(epoch from at) / 500000), 50, 12, 0
  from generate_series(date_trunc('day', now()) - interval '365 days', date_trunc('day', now()) - interval '1 s', interval '10 minutes') at;
insert into readings_hourly
  select 1, 1, at, 6, 6 * volume, volume - 10, volume + 10, 300, 49, 51, 6000, at, volume - 10, at + interval '50 minutes', volume + 10
  from generate_series(date_trunc('day', now()) - interval '3650 days', date_trunc('day', now()) - interval '1 s', interval '1 hour') at,
    lateral (select (5000 + 4000 * sin(extract(epoch from at) / 500000))::float4 as volume) one;
insert into readings_daily
  select 1, 1, date_trunc('day', at), sum(count), sum(sum_volume), min(min_volume), max(max_volume), sum(sum_percent), 49, 51,
    sum(sum_height), min(at), min(min_volume), max(last_at), max(max_volume)
  from readings_hourly where device_id = 1 group by 3;
