import { sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import type { DriverGateCode } from '#core/domains/shipments/driver/driverCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { revealGateCode } from '#server/domains/companies/saveSite.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readRecord } from '#server/resources/rows.ts'

/**
 * The gate codes that a round still needs, for its own driver. Each is logged at its site.
 * @throws Refusal 404 for anyone else, regardless of permissions
 */
export async function revealGateCodes(context: Context, shipment_id: number): Promise<DriverGateCode[]> {
  const { actor, db } = context
  const { delivered_by, status_id } = await readRecord(context, shipment_planners, shipment_id)
  if (delivered_by === null || delivered_by !== actor.people_id) throw notFound()
  if (status_id !== SHIPMENT_STATUS.draft && status_id !== SHIPMENT_STATUS.in_route) return []
  const { rows } = await sql<{ stop_id: number; site_id: number; version: string }>`
    select s.stop_id, z.site_id, md5(z.gate_code_sealed) as version
    from shipment_stops s join sites z using (site_id)
    where s.shipment_id = ${shipment_id} and s.done_at is null and z.gate_code_sealed is not null
      and ${visible(actor, sites, 'z')}
    order by s.sequence`.execute(db)
  const opened = new Map<number, string | null>()
  for (const { site_id } of rows)
    if (!opened.has(site_id)) opened.set(site_id, await openedCode(context, site_id))
  return rows.map(({ stop_id, site_id, version }) => ({
    stop_id,
    version,
    gate_code: getOrThrow(opened, site_id),
  }))
}

/** A code whose key is lost must not withhold the others from the driver. */
async function openedCode(context: Context, site_id: number): Promise<string | null> {
  try {
    return (await revealGateCode(context, context.encryptor, site_id)).gate_code
  } catch (error) {
    if (refusalOfError(error)?.status === 409) return null
    throw error
  }
}
