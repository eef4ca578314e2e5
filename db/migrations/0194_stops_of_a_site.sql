-- What comes to a site, and what was brought there.
create index shipment_stops_site on shipment_stops (site_id) where site_id is not null;
