import { sql } from 'kysely'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'

interface Proof {
  proved_on: string
  note?: string | null | undefined
}

const DAY = 86_400_000

/**
 * Closes a finding about a meter that was proved or adjusted; deliveries before that day no longer count against it.
 * @throws Refusal 404, 409, 422
 */
export async function closeMeterFinding(
  context: Context,
  id: number,
  { proved_on, note }: Proof,
): Promise<RecordOf<typeof meter_findings>> {
  const { db, actor, now } = context
  const finding = await lockRecord(context, meter_findings, id)
  if (finding.state !== 'open') throw conflict('messages.meter_finding_closed')
  // The day may already have begun in another time zone.
  if (Date.parse(proved_on) > now.getTime() + DAY)
    throw invalid([{ field: 'proved_on', rule: 'day_to_come' }])
  await sql`update meter_findings set state = 'closed', proved_on = ${proved_on}, note = ${note || null},
      decided_by = ${actor.user_id}, decided_at = ${now}, updated_at = ${now}
    where meter_finding_id = ${id}`.execute(db)
  await audit(context, 'meter_findings', id, 'update', [
    { field: 'state', before: 'open', after: 'closed' },
    { field: 'proved_on', before: null, after: proved_on },
  ])
  return readRecord(context, meter_findings, id)
}
