import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { readAlertEvidence as definition } from '#core/domains/alerts/calls.ts'
import type { EvidenceDay, UseFinding } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { volumeIn, volumeUnit } from '#core/platform/units.ts'
import type { Context } from '#server/platform/context.ts'
import { readRecord } from '#server/resources/rows.ts'
import { visibleHistoryStart } from '#server/resources/visibleHistoryStart.ts'

type Evidence = AnswerOf<typeof definition>['alert_evidence']
type Reading = Evidence['readings'][number]

const SHOWN = 48

/** What raised an alert: the days that were judged, as they were then; else the last readings up to when it opened. */
export async function readAlertEvidence(context: Context, alert_id: number): Promise<Evidence> {
  const alert = await readRecord(context, alerts, alert_id)
  const { rows } = await sql<{ found: UseFinding }>`
    select found from alert_evidence where alert_id = ${alert_id}`.execute(context.db)
  const found = rows[0]?.found
  const { units } = context.actor
  const unit = volumeUnit(units)
  const told = (litres: number) => volumeIn(units, litres)
  if (!found) {
    const readings = await readReadings(context, alert)
    return { since: null, size: null, margin: null, unit, by: 'readings', days: [], readings }
  }
  const { since, size, margin, by, evidence } = found
  const days = evidence.map(({ date, used, expected, spread }: EvidenceDay) => ({
    date,
    used: told(used),
    expected: told(expected),
    spread: told(spread),
  }))
  return { since, size: told(size), margin: told(margin), unit, by, days, readings: [] }
}

interface Judged {
  device_id: number
  port_number: number | null
  level: string
  opened_at: string
}

async function readReadings(
  context: Context,
  { device_id, port_number, level, opened_at }: Judged,
): Promise<Reading[]> {
  const since = new Date(await visibleHistoryStart(context, device_id))
  const { rows } =
    port_number === null
      ? await sql<Reading>`
          select at, ${level === 'battery_low' ? sql`battery` : sql`temperature`}::float8 as value from device_records
          where device_id = ${device_id} and at <= ${opened_at} and at >= ${since} order by at desc limit ${SHOWN}`.execute(
          context.db,
        )
      : await sql<Reading>`
          select at, percent::float8 as value from readings
          where device_id = ${device_id} and port_number = ${port_number} and at <= ${opened_at} and at >= ${since}
          order by at desc limit ${SHOWN}`.execute(context.db)
  return rows.reverse()
}
