/**
 * Stores the change of each tank's volume that is not due to its liquid, dated just after the last reading of the previous tank, so that it
 * does not count as use. Rounding differences are left out. Plain SQL text, because it also runs on connections outside Kysely.
 * Parameters, one array each: devices, ports, times of those readings, litres (null: unknown).
 */
export const STORE_STEPS = `insert into tank_steps (device_id, port_number, at, volume)
  select device_id, port_number, at + interval '1 ms', volume
  from unnest($1::int8[], $2::int2[], $3::timestamptz[], $4::float8[]) as step (device_id, port_number, at, volume)
  where abs(volume) > 0.01
  on conflict (device_id, port_number, at) do update set volume = tank_steps.volume + excluded.volume`
