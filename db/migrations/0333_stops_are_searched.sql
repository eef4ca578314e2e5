-- A search in the list of shipments finds the places of their stops.
create index shipment_stops_place_trgm on shipment_stops using gin (place gin_trgm_ops);
