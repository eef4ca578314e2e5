-- 0 is a signal too weak to be heard (-113 dBm); a device that never told one has none.
alter table devices alter column signal_quality drop default;
update devices d set signal_quality = null where signal_quality = 0 and not exists (
  select from device_records r where r.device_id = d.device_id and r.signal_quality is not null);
