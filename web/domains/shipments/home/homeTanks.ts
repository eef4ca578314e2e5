import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import type { DeviceRow } from '#web/domains/telemetry/tank/DeviceRow.ts'

export type HomeTankData = PlacedPort

/** The tanks of devices, each with where it stands, in the order of the devices. */
export function homeTanks(devices: readonly DeviceRow[]): HomeTankData[] {
  return devices.flatMap(
    ({ ports, device_id, public_id, label, site_title, company_title, upload_interval }) =>
      ports.map((tank) => ({
        ...tank,
        ...{ device_id, public_id, label: label ?? site_title ?? null, upload_interval },
        company: company_title ?? '',
      })),
  )
}
