import { sql } from 'kysely'
import { ALERT_LEVELS } from '#core/domains/alerts/alerts.ts'
import type { explainAlertRules as definition } from '#core/domains/alerts/calls.ts'
import { isRuleOfDevice, type REASONS } from '#core/domains/alerts/ruleReasons.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { thresholdsOf } from '#core/domains/tanks/fullness.ts'
import { QUALITIES, type TankLevel, type Thresholds } from '#core/domains/telemetry/levels/quality.ts'
import { isUseRule, type Sensitivity, type UseRule } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { fahrenheitToCelsius, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { pageOfAll } from '#server/resources/lists/pageOfAll.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { readSensitivities } from './judgeDailyUse.ts'
import { levelLimit, readLimitedTanks } from './readLimitedTanks.ts'

type Answer = ResponseOf<typeof definition>
type Rule = (typeof ALERT_LEVELS)[number]
type Explained = Answer['alert_rules'][number]
type Reason = Explained['reasons'][number]

interface DeviceRow {
  status: string
  battery: number | null
  temperature: number | null
  low: number | null
  high: number | null
  due_at: string | null
}

interface PortRow {
  port_number: number
  percent: number | null
  quality: number | null
  is_estimated: boolean
  level: TankLevel
  thresholds: Thresholds
  none: string | null
  smallest: number | null
  judged_day: string | null
}

interface OpenRow {
  alert_id: number
  port_number: number | null
  level: Rule
  status: string
  snoozed_until: string | null
}

/** For each rule and tank of a device: why its alert is open, or what is missing, and why the actor gets no mail about it. */
export async function explainAlertRules(context: Context, device_id: number): Promise<Answer> {
  await requireVisible(context, devices, device_id)
  const known = await readKnown(context, device_id)
  const reasonsOf = await reasonsNotToMail(context, device_id)
  const rules: Explained[] = []
  for (const rule of ALERT_LEVELS) {
    const places = isRuleOfDevice(rule) ? [null] : known.ports
    for (const port of places) {
      const open = known.open.find(
        (item) => item.level === rule && item.port_number === (port?.port_number ?? null),
      )
      const why = open ? reasonsOfOpen(open) : [reasonNot(rule, port, known)]
      const unheard = open ? reasonsOf(rule) : []
      rules.push({
        rule,
        port_number: port?.port_number ?? null,
        alert_id: open?.alert_id ?? null,
        reasons: [...why, ...unheard],
      })
    }
  }
  return {
    alert_rules: rules,
    unit: volumeUnit(context.actor.units),
    page: pageOfAll(rules),
  }
}

const because = (reason: (typeof REASONS)[number], more: Partial<Reason> = {}): Reason => ({
  reason,
  value: null,
  limit: null,
  until: null,
  ...more,
})

function reasonsOfOpen({ status, snoozed_until }: OpenRow): Reason[] {
  if (status === 'snoozed') return [because('fires'), because('snoozed', { until: snoozed_until })]
  return status === 'acknowledged' ? [because('fires'), because('acknowledged')] : [because('fires')]
}

interface Known {
  device: DeviceRow
  ports: PortRow[]
  open: OpenRow[]
  settings: { battery_low: number; frozen_sensor: number }
  sensitivity: Record<UseRule, Sensitivity>
  inUnit: (litres: number) => number
}

async function readKnown(context: Context, device_id: number): Promise<Known> {
  const { db, actor } = context
  const { rows: found } = await sql<DeviceRow>`
    select d.status, d.battery::float8, d.temperature_metric::float8 as temperature, d.temperature_low_threshold::float8 as low,
      d.temperature_high_threshold::float8 as high, s.due_at
    from devices d left join device_states s using (device_id) where d.device_id = ${device_id}`.execute(db)
  const tanks = await readLimitedTanks(context, device_id)
  const { rows: ports } = await sql<Omit<PortRow, 'thresholds'> & { celsius: number | null }>`
    select p.port_number, s.percent::float8, s.temperature::float8 as celsius, s.quality, s.estimated_at is not null as is_estimated,
      coalesce(s.level, 'unknown') as level, j.none, j.smallest::float8, j.judged_day
    from device_ports p
      left join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      left join tank_judgements j on j.device_id = p.device_id and j.port_number = p.port_number
    where p.device_id = ${device_id} and p.active = 1 order by p.port_number`.execute(db)
  const { rows: open } = await sql<OpenRow>`
    select alert_id, port_number, level, status, snoozed_until from alerts
    where device_id = ${device_id} and status <> 'closed'`.execute(db)
  const { battery_low, frozen_sensor } = await readSettings(db)
  return {
    device: firstOf(found),
    ports: ports.map((port) => ({
      ...port,
      thresholds: thresholdsOf(
        findOrThrow(tanks, ({ port_number }) => port_number === port.port_number),
        port,
      ),
    })),
    open,
    settings: { battery_low, frozen_sensor },
    sensitivity: await readSensitivities(context),
    inUnit: (litres) => volumeIn(actor.units, litres),
  }
}

function reasonNot(rule: Rule, port: PortRow | null, known: Known): Reason {
  const { device } = known
  if (device.status !== 'normal' && device.status !== 'demo') return because('not_watched')
  if (port === null) return reasonOfDevice(rule, known)
  if (isUseRule(rule)) return reasonOfUse(rule, port, known)
  if (rule === 'frozen_sensor' && known.settings.frozen_sensor === 0) return because('switched_off')
  if (port.percent === null) return because('no_reading')
  if (rule === 'frozen_sensor' || rule === 'implausible_sensor' || rule === 'sudden_loss')
    return because('nothing_found')
  if (QUALITIES[port.quality ?? 0] !== 'good' && !port.is_estimated) return because('not_believed')
  return reasonOfLevel(rule, port, port.percent)
}

function reasonOfLevel(rule: Rule, { level, thresholds }: PortRow, percent: number): Reason {
  const limit = levelLimit(rule, thresholds)
  if (limit === null) return because('no_threshold')
  if (rule === 'mild' && (level === 'urgent' || level === 'overfill')) return because('superseded')
  // The level as on the page, unless it is past the limit: then the certain level, which decides.
  const isShownAbove = rule === 'overfill' && percent > limit
  return because('threshold_not_reached', {
    value: isShownAbove ? (thresholds.fullness?.surely ?? percent) : percent,
    limit,
  })
}

function reasonOfDevice(rule: Rule, { device, settings }: Known): Reason {
  if (rule === 'offline') {
    return device.due_at === null
      ? because('no_reading')
      : because('not_late_enough', { until: device.due_at })
  }
  const value = rule === 'battery_low' ? device.battery : device.temperature
  if (value === null) return because('no_reading')
  if (rule === 'battery_low') return because('threshold_not_reached', { value, limit: settings.battery_low })
  const limits = [device.low, device.high].flatMap((item) =>
    item === null ? [] : [fahrenheitToCelsius(item)],
  )
  if (limits.length === 0) return because('no_threshold')
  const limit = limits.reduce((near, item) => (Math.abs(item - value) < Math.abs(near - value) ? item : near))
  return because('threshold_not_reached', { value, limit })
}

function reasonOfUse(rule: UseRule, port: PortRow, { sensitivity, inUnit }: Known): Reason {
  if (sensitivity[rule] === 'off') return because('switched_off')
  if (port.judged_day === null) return because('not_yet_judged')
  if (port.none === 'too_little_data') return because('too_little_data')
  if (port.none === 'cold_unknown')
    return because(rule === 'unexplained_loss' ? 'cold_unknown' : 'nothing_found')
  if (port.none !== null) return because('no_reading')
  if (rule !== 'unexplained_loss') return because('nothing_found')
  return because('evidence_too_weak', { limit: port.smallest === null ? null : inUnit(port.smallest) })
}

/** Why the actor gets no mail about an alert. */
async function reasonsNotToMail(
  { db, actor }: Context,
  device_id: number,
): Promise<(rule: Rule) => Reason[]> {
  const { rows } = await sql<{ method: string; battery: number; filtered: boolean }>`
    select p.notification_method as method, p.battery_notify as battery,
      coalesce(p.device_filter, '') <> '' and not exists (
        select from regexp_split_to_table(lower(p.device_filter), '\\s*[,|]\\s*') as word,
          unnest(array[lower(concat_ws(' ', device_label(d), d.public_id, c.company))] || (
            select coalesce(array_agg(lower(t.tag::text)), '{}') from device_tags dt join tags t using (tag_id)
            where dt.device_id = d.device_id)) as name
        where word <> '' and position(word in name) > 0) as filtered
    from users u join people p using (people_id), devices d left join companies c on c.company_id = d.company_id
    where u.user_id = ${actor.user_id} and d.device_id = ${device_id}`.execute(db)
  const wish = rows[0]
  if (!wish) return () => []
  return (rule) => [
    ...(wish.filtered ? [because('device_filtered_out')] : []),
    ...(rule === 'battery_low' && wish.battery !== 1 ? [because('battery_not_wanted')] : []),
    ...(wish.method === 'none' ? [because('no_mail_wanted')] : []),
  ]
}
