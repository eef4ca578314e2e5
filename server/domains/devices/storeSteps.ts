/**
 * Stores by how much the volume of tanks changed without their liquid, just after the last reading that was computed for the previous tank:
 * it is not taken for use. Differences by rounding are left out. A text, as it also runs on connections outside Kysely.
 * Parameters, one array each: devices, ports, times of those readings, litres (null: unknown).
 */
export const STORE_STEPS = `insert into tank_steps (device_id, port_number, at, volume)
  select device_id, port_number, at + interval '1 ms', volume
  from unnest($1::int8[], $2::int2[], $3::timestamptz[], $4::float8[]) as step (device_id, port_number, at, volume)
  where abs(volume) > 0.01
  on conflict (device_id, port_number, at) do update set volume = tank_steps.volume + excluded.volume`
