import { sql } from 'kysely'
import { NIGHT_HOURS } from '#core/domains/telemetry/unexplained/balanceOf.ts'
import type { TankAnswer, TankQuestion } from '#core/domains/telemetry/unexplained/judgeTanks.ts'
import {
  DAYS_JUDGED,
  type Sensitivity,
  USE_RULES,
  type UseFinding,
  type UseRule,
} from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { DegreeDayBase } from '#core/domains/weather/degreeDays.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import { degreeDayBase } from '#server/domains/devices/measuredLevel.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { portKey } from '#server/domains/telemetry/history/readDailyUse.ts'
import { readBalances } from '#server/domains/telemetry/levels/readBalances.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { closeAlerts, openAlerts } from './openAndCloseAlerts.ts'

/**
 * Tanks per transaction; few, so that storing their records is not delayed, and a year of their hours is read well within the time limit of a
 * statement on a busy machine.
 */
const BATCH_SIZE = 25
/** Time limit of a batch, on a busy machine. */
const MAX_SECONDS = 120
/** Hours after its end when a day is judged, so that late uplinks have arrived. */
const JUDGING_DELAY_HOURS = 3
/** Days by which the last known day may be older; days with deliveries are unknown. */
const MAX_AGE_DAYS = 2
/** An acknowledged change that has lasted this long is the tank's usual use. */
const ACCEPTED_AFTER_DAYS = 28
const DAY = 86_400_000

export interface JudgedPort {
  device_id: number
  port_number: number
  company_id: number
  capacity: number
  group: string | null
  specific_gravity: number
  degree_day_base: DegreeDayBase | null
  /** A heating tank: it is not judged without the temperatures of its days. */
  is_heating: boolean
  /** The last complete local day. */
  last_day: string
  usual_since: string | null
}

interface OpenFinding extends Pick<UseFinding, 'rule' | 'since' | 'size'> {
  alert_id: number
  device_id: number
  port_number: number
  acknowledged: boolean
}

/** Scheduled: judges every tank once per local day, with its last year's use, in a separate thread. */
export async function judgeDailyUse(context: TaskContext): Promise<void> {
  let after = { device_id: 0, port_number: 0 }
  while (!context.signal?.aborted) {
    const ports = await findDue(context, after)
    const last = ports.at(-1)
    if (!last) return
    await judgePorts(context, ports)
    if (ports.length < BATCH_SIZE) return
    after = last
  }
}

/**
 * Columns needed to judge tanks at the end of their last day. Expects the port as `p`, its device as `d`, its product
 * as `pr`.
 */
export const judgedPort = (
  now: Date,
) => sql`p.device_id, p.port_number, d.company_id, p.def_liters::float8 as capacity,
  pr.product_group as group, coalesce(pr.specific_gravity, 1)::float8 as specific_gravity,
  ${degreeDayBase} as degree_day_base, coalesce(p.degree_day_base, pr.degree_day_base) is not null as is_heating,
  to_char(clock_in(d.time_zone, ${now}::timestamptz - make_interval(hours => ${JUDGING_DELAY_HOURS}))::date - 1, 'YYYY-MM-DD') as last_day`

async function findDue(
  { db, now }: Context,
  after: { device_id: number; port_number: number },
): Promise<JudgedPort[]> {
  const { rows } = await sql<JudgedPort>`
    select * from (
      select ${judgedPort(now)}, j.judged_day, to_char(j.usual_since, 'YYYY-MM-DD') as usual_since
      from device_ports p join devices d using (device_id) left join tank_products pr using (product_id)
        left join tank_judgements j on j.device_id = p.device_id and j.port_number = p.port_number
      where p.active = 1 and p.def_liters > 0 and d.status in ('normal', 'demo')
        and (p.device_id, p.port_number) > (${after.device_id}, ${after.port_number})) ports
    where judged_day is null or judged_day < last_day::date
    order by device_id, port_number limit ${BATCH_SIZE}`.execute(db)
  return rows
}

async function judgePorts(context: TaskContext, ports: readonly JudgedPort[]): Promise<void> {
  const sensitivity = await readSensitivities(context)
  const open = await readOpen(context, ports)
  const questions = await questionsOf(context, ports, sensitivity)
  const answers = await doHeavyWork<TankAnswer[]>(
    'uses',
    questions.map(
      (question, i): TankQuestion => ({ ...question, open: open.get(portKey(itemAt(ports, i))) ?? [] }),
    ),
    MAX_SECONDS,
    context.signal,
  )
  await inTransaction(context, async (own) => {
    await lockDevices(
      own,
      ports.map(({ device_id }) => device_id),
    )
    const judged = await writeJudgements(own, ports, answers)
    for (const [i, port] of ports.entries()) {
      if (judged.has(portKey(port)))
        await updateAlerts(own, port, itemAt(answers, i), {
          open: open.get(portKey(port)) ?? [],
          sensitivity,
        })
    }
  })
}

/** Sensitivity of each rule. */
export async function readSensitivities({ db }: Context): Promise<Record<UseRule, Sensitivity>> {
  const { unexplained_loss, unexplained_rise, use_stopped, sensor_drift } = await readSettings(db)
  return { unexplained_loss, unexplained_rise, use_stopped, sensor_drift }
}

/** The days of each tank since its last accepted change. */
export async function questionsOf(
  { db }: Context,
  ports: readonly JudgedPort[],
  sensitivity: Record<UseRule, Sensitivity>,
  more = 0,
): Promise<Omit<TankQuestion, 'open'>[]> {
  const balances = await readBalances(db, ports, DAYS_JUDGED + more)
  return ports.map((port) => ({
    days: (balances.get(portKey(port)) ?? []).filter(({ date }) => date >= (port.usual_since ?? '')),
    capacity: port.capacity,
    nightHours: NIGHT_HOURS,
    noOlderThan: calendarDay(Date.parse(port.last_day) - MAX_AGE_DAYS * DAY),
    sensitivity,
    isHeating: port.is_heating,
  }))
}

async function readOpen({ db }: Context, ports: readonly JudgedPort[]): Promise<Map<string, OpenFinding[]>> {
  const { rows } = await sql<OpenFinding>`
    select a.alert_id, a.device_id, coalesce(a.port_number, 0) as port_number, a.level as rule, a.status = 'acknowledged' as acknowledged,
      e.found->>'since' as since, (e.found->>'size')::float8 as size
    from alerts a join alert_evidence e using (alert_id)
    where a.device_id = any(${ports.map(({ device_id }) => device_id)}::int8[]) and a.status <> 'closed'
      and a.level = any(${[...USE_RULES]}::text[])`.execute(db)
  const open = new Map<string, OpenFinding[]>()
  for (const row of rows) open.set(portKey(row), [...(open.get(portKey(row)) ?? []), row])
  return open
}

/** @returns the tanks that no other server has judged for that day in the meantime */
async function writeJudgements(
  { db }: Context,
  ports: readonly JudgedPort[],
  answers: readonly TankAnswer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ device_id: number; port_number: number }>`
    insert into tank_judgements as j (device_id, port_number, judged_day, none, smallest, spread, evidence, threshold)
    select * from unnest(${ports.map((port) => port.device_id)}::int8[], ${ports.map((port) => port.port_number)}::int2[],
      ${ports.map((port) => port.last_day)}::date[], ${answers.map(({ none }) => none)}::text[],
      ${answers.map(({ smallest }) => smallest)}::float8[], ${answers.map(({ spread }) => spread)}::float8[],
      ${answers.map(({ evidence }) => evidence)}::float8[], ${answers.map(({ threshold }) => threshold)}::float8[])
    on conflict (device_id, port_number) do update set judged_day = excluded.judged_day, none = excluded.none,
      smallest = excluded.smallest, spread = excluded.spread, evidence = excluded.evidence, threshold = excluded.threshold
    where j.judged_day < excluded.judged_day
    returning device_id, port_number`.execute(db)
  return new Set(rows.map(portKey))
}

async function updateAlerts(
  context: Context,
  port: JudgedPort,
  { findings, over }: TankAnswer,
  { open, sensitivity }: { open: readonly OpenFinding[]; sensitivity: Record<UseRule, Sensitivity> },
): Promise<void> {
  const { device_id, port_number, company_id } = port
  const fresh = findings.filter(({ rule }) => !open.some((item) => item.rule === rule))
  const opened = await openAlerts(
    context,
    fresh.map(({ rule, size }) => ({ device_id, company_id, port_number, level: rule, value: size })),
  )
  for (const { alert_id, level } of opened) {
    const found = fresh.find(({ rule }) => rule === level)
    await sql`insert into alert_evidence (alert_id, found) values (${alert_id}, ${JSON.stringify(found)})`.execute(
      context.db,
    )
  }
  const accepted = open.filter(
    ({ acknowledged, since }) =>
      acknowledged && Date.parse(port.last_day) - Date.parse(since) >= ACCEPTED_AFTER_DAYS * DAY,
  )
  const since = accepted
    .map((item) => item.since)
    .sort()
    .at(-1)
  if (since !== undefined)
    await sql`update tank_judgements set usual_since = ${since}::date
      where device_id = ${device_id} and port_number = ${port_number}`.execute(context.db)
  const closed = [
    ...accepted,
    ...open.filter(({ rule }) => over.includes(rule) || sensitivity[rule] === 'off'),
  ]
  await closeAlerts(context, [...new Set(closed.map(({ alert_id }) => alert_id))])
}
