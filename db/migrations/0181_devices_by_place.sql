-- Lists are sorted by a device as they show it: by the words on site, or else the code that is printed on it. An uplink changes
-- neither, so no index hears of it.
create index devices_by_place on devices (coalesce(nullif(label, ''), public_id), device_id);
create index devices_of_company_by_place on devices (company_id, coalesce(nullif(label, ''), public_id), device_id);
