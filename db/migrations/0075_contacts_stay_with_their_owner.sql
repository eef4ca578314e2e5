-- Who was to be called about a device that has moved since is hidden from its new owner, so it cannot be the primary one.
update entity_phones e set prime = 0 from device_ownerships o
  where e.object_ref = 'device' and e.object_id = o.device_id and o.until_at = 'infinity'
    and e.created_at < o.from_at and e.prime = 1;
update entity_emails e set prime = 0 from device_ownerships o
  where e.object_ref = 'device' and e.object_id = o.device_id and o.until_at = 'infinity'
    and e.created_at < o.from_at and e.prime = 1;
update entity_addresses e set prime = 0 from device_ownerships o
  where e.object_ref = 'device' and e.object_id = o.device_id and o.until_at = 'infinity'
    and e.created_at < o.from_at and e.prime = 1;

-- Of those that the new owner has added since, the first is.
update entity_phones set prime = 1 where entity_phones_id in (
  select min(e.entity_phones_id) from entity_phones e
    join device_ownerships o on o.device_id = e.object_id and o.until_at = 'infinity' and e.created_at >= o.from_at
  where e.object_ref = 'device' group by e.object_id having max(e.prime) = 0);
update entity_emails set prime = 1 where entity_emails_id in (
  select min(e.entity_emails_id) from entity_emails e
    join device_ownerships o on o.device_id = e.object_id and o.until_at = 'infinity' and e.created_at >= o.from_at
  where e.object_ref = 'device' group by e.object_id having max(e.prime) = 0);
update entity_addresses set prime = 1 where entity_addresses_id in (
  select min(e.entity_addresses_id) from entity_addresses e
    join device_ownerships o on o.device_id = e.object_id and o.until_at = 'infinity' and e.created_at >= o.from_at
  where e.object_ref = 'device' group by e.object_id having max(e.prime) = 0);
