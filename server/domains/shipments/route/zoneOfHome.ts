import timeZoneAt from '@photostructure/tz-lookup'

/** By whose clock a truck's shift is meant: that of its home, or where nobody knows that one the business's. */
export function zoneOfHome(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  ofBusiness: string,
): string {
  return latitude === null || longitude === null ? ofBusiness : timeZoneAt(latitude, longitude)
}
