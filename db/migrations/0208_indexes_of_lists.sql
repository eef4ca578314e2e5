-- Sites are searched in parts of words, on their own and as the place of a device.
create index sites_search on sites
  using gin (name gin_trgm_ops, address1 gin_trgm_ops, city gin_trgm_ops, area gin_trgm_ops, contact_name gin_trgm_ops);

-- An index for each order of the list of sites; 0004_companies.sql describes how they are built.
create index sites_by_created_at on sites (created_at, site_id);
create index sites_by_updated_at on sites (updated_at, site_id);
create index sites_by_name on sites (name, site_id);
create index sites_by_company_id on sites (company_id, site_id);
create index sites_by_city on sites (city, site_id);
create index sites_by_city_down on sites (city desc nulls last, site_id desc);
create index sites_by_area on sites (area, site_id);
create index sites_by_area_down on sites (area desc nulls last, site_id desc);
create index sites_by_contract on sites (contract, site_id);
create index sites_by_status on sites (status, site_id);

-- Deliveries are read newest first, those of one state in particular; so are the tickets of what was lifted, which are also found
-- by their numbers.
create index delivery_checks_by_delivered_at on delivery_checks (delivered_at, delivery_check_id);
create index delivery_checks_by_state on delivery_checks (state, delivered_at, delivery_check_id);
create index lift_tickets_by_lifted_at on lift_tickets (lifted_at, lift_ticket_id);
create index lift_tickets_search on lift_tickets using gin (number gin_trgm_ops, supplier gin_trgm_ops);

-- Few have one, so the index is small.
create index transaction_documents_shipping_carrier on transaction_documents (shipping_carrier_id, document_id)
  where shipping_carrier_id is not null;
create index shipment_planners_delivered_by on shipment_planners (delivered_by, load_date) where delivered_by is not null;
create index transaction_documents_archived on transaction_documents (document_id) where archived = 1;

-- Sites are chosen in the order of their names, whatever their case.
create index sites_chosen on sites (lower(name::text), site_id);

-- The one search over all kinds of record reads sign-ups as well.
create index sign_ups_search on sign_ups
  using gin (company gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops, username gin_trgm_ops);
