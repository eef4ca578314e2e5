import timeZoneAt from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'

/** Time zone of a truck's shift: its home's, or if unknown the business's. */
export function zoneOfHome(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  ofBusiness: string,
): string {
  return latitude === null || longitude === null ? ofBusiness : timeZoneAt(latitude, longitude)
}

/** Time zone of a round: its truck's home time zone (decision 300). */
export async function readZoneOfRound({ db }: Context, shipment_id: number): Promise<string> {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null; business_zone: string }>`
    select t.home_latitude::float8 as latitude, t.home_longitude::float8 as longitude,
      business_time_zone() as business_zone
    from shipment_planners s left join tanker_trucks t using (truck_id) where s.shipment_id = ${shipment_id}`.execute(
    db,
  )
  return zoneOfHome(firstOf(rows), firstOf(rows).business_zone)
}
