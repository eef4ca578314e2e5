-- Sites are found by their ZIP code and telephone number as well.
drop index sites_search;
create index sites_search on sites
  using gin (name gin_trgm_ops, address1 gin_trgm_ops, city gin_trgm_ops, zip_code gin_trgm_ops, area gin_trgm_ops,
    contact_name gin_trgm_ops, contact_phone gin_trgm_ops);
-- Companies and people are found by the street or the ZIP code of an address.
create index entity_addresses_street_trgm on entity_addresses using gin (address1 gin_trgm_ops, zip_code gin_trgm_ops);
