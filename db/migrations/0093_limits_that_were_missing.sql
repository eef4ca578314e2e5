-- Of a pair of currencies one rate is active: the newest, which counted before too.
update exchange_rates e set is_active = 0, updated_at = now()
where is_active = 1 and exists (
  select from exchange_rates other
  where other.from_currency_id = e.from_currency_id and other.to_currency_id = e.to_currency_id and other.is_active = 1
    and (other.updated_at, other.exchange_rate_id) > (e.updated_at, e.exchange_rate_id));
create unique index exchange_rates_active on exchange_rates (from_currency_id, to_currency_id) where is_active = 1;

update sensor_types set round_precision = 6 where round_precision > 6;
