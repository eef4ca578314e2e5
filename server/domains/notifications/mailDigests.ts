import { type RawBuilder, sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { placeName } from '#core/domains/devices/placeName.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { localeOf } from '#core/platform/texts/locales.ts'
import { actorOfAccount } from '#server/domains/access/sessions/actorOfSession.ts'
import { silentHours } from '#server/domains/devices/measuredLevel.ts'
import { sendMail } from '#server/domains/mail/sendMail.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { eachInOwnTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { translate } from '#server/platform/translate.ts'
import { instantText } from '#server/resources/names/textFormats.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { ADDRESS, type MailReader, mailReaderOf } from './mailReaders.ts'
import { listOwnNotifications } from './ownNotifications.ts'
import { renderNotification } from './renderNotification.ts'

interface DueReader extends MailReader {
  day: string
}

/** Users per query. */
const BATCH_SIZE = 50
const MAX_LINES = 30

/**
 * Mails the daily digest to users who have set `report_time` and receive e-mail, at that hour in their own time zone.
 * A local day has one digest, recorded in the transaction of the mail, so that clock changes, restarts and other
 * servers cause no second one. After more than three hours of downtime the day is skipped: in the evening, the morning's
 * figures are useless.
 */
export function mailDigests(context: TaskContext): Promise<void> {
  return eachInOwnTransaction(context, { due: readDue, work: mailDigest })
}

/** Users due at a time, with their local day; leaves out time zones unknown to the database. */
function dueAt(now: Date, whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with clocks as (
      select u.user_id, u.company_id, p.language, p.unit_of_measure, ${ADDRESS} as address,
        clock_in(p.user_time_zone, ${now}::timestamptz) as clock, p.report_time::time as hour
      from users u join people p using (people_id)
      where u.status = 1 and p.report_time is not null and p.notification_method in ('email', 'both') and ${whose}),
    days as (
      select *, clock::date - (clock::time < hour)::int as day from clocks where address is not null),
    due as (
      select * from days where clock - (day + hour) < interval '3 hours'
        and not exists (select from daily_digests d where d.user_id = days.user_id and d.day >= days.day))`
}

async function readDue({ db, now }: Context, after: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    ${dueAt(now, sql`u.user_id > ${after}`)}
    select user_id from due order by user_id limit ${BATCH_SIZE}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Claims a day's digest: a concurrent server waits, and then finds it done. */
async function claim({ db, now }: Context, user_id: number): Promise<DueReader | undefined> {
  const { rows } = await sql<DueReader>`
    ${dueAt(now, sql`u.user_id = ${user_id}`)},
    claimed as (
      insert into daily_digests (user_id, day) select user_id, day from due
      on conflict (user_id) do update set day = excluded.day where daily_digests.day < excluded.day
      returning user_id)
    select user_id, company_id, language, unit_of_measure, address, to_char(day, 'YYYY-MM-DD') as day
    from due join claimed using (user_id)`.execute(db)
  return rows[0]
}

function lineOf(row: OpenAlert, actor: Actor, reader: DueReader): { title: string; detail: string } {
  const { level, value, level_source, silent_hours, label, public_id, product, company, opened_at } = row
  const device = placeName({ label, public_id, products: [product] })
  const { message } = renderNotification(
    {
      kind: 'alert_opened',
      params: { level, value, level_source, silent_hours, device, company },
      subject: null,
      message: null,
    },
    mailReaderOf(reader),
  )
  const since = instantText(actor, opened_at)
  const name = translate(reader.language, `records.alerts.choices.level.${level}`)
  return {
    title: device,
    detail: `${message}\n${translate(reader.language, 'notification_texts.digest.line', { level: name, since })}`,
  }
}

/** Open alerts of their own company within their reach, in their language and units. */
async function mailDigest(context: Context, user_id: number): Promise<void> {
  const reader = await claim(context, user_id)
  if (!reader) return
  const found = await actorOfAccount(context.db, reader.user_id, undefined)
  if (!found?.isActive) return
  const own = { ...context, actor: found.actor }
  const { language } = reader
  const open = mayRead(found.actor, alerts) ? await readOpen(own) : { count: 0, rows: [] }
  const { page } = await listOwnNotifications(own, { page_num: 1, page_size: 1 })
  const lines = open.rows.map((row) => lineOf(row, found.actor, reader))
  const counts = { count: open.count, unread: page.new_notifications }
  const rest = open.count - lines.length
  const summary = [
    translate(
      language,
      open.count === 0 ? 'notification_texts.digest.none' : 'notification_texts.digest.open',
      counts,
    ),
    ...(rest > 0
      ? [translate(language, 'notification_texts.digest.more', { shown: lines.length, count: rest })]
      : []),
  ]
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' })
  await sendMail(context, {
    to: reader.address,
    company_id: reader.company_id,
    language,
    template: 'digest',
    params: { day: day.format(new Date(`${reader.day}T00:00:00Z`)), summary: summary.join('\n') },
    lines,
    link: '/dashboard',
  })
}

interface OpenAlert {
  level: string
  value: string | null
  level_source: string | null
  silent_hours: number | null
  label: string | null
  public_id: string
  product: string | null
  company: string
  opened_at: string
}

async function readOpen(context: Context): Promise<{ count: number; rows: OpenAlert[] }> {
  const open = rowsOf(context, alerts).where('alerts.status', '<>', 'closed')
  const counted = await open.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const rows = await open
    .innerJoin('devices as d', 'd.device_id', 'alerts.device_id')
    .innerJoin('companies as c', 'c.company_id', 'alerts.company_id')
    .leftJoin('port_states as s', (join) =>
      join.onRef('s.device_id', '=', 'alerts.device_id').onRef('s.port_number', '=', 'alerts.port_number'),
    )
    .leftJoin('device_ports as p', (join) =>
      join.onRef('p.device_id', '=', 'alerts.device_id').onRef('p.port_number', '=', 'alerts.port_number'),
    )
    .leftJoin('tank_products as pr', 'pr.product_id', 'p.product_id')
    .select([
      silentHours(sql`${context.now}::timestamptz`).as('silent_hours'),
      'alerts.level',
      'alerts.value',
      'alerts.level_source',
      sql<string | null>`device_label(d)`.as('label'),
      'd.public_id',
      sql<string | null>`${titleSql(context.actor, tank_products, 'pr')}`.as('product'),
      'c.company',
      'alerts.opened_at',
    ])
    .orderBy(sql`array_position(array['urgent', 'sudden_loss', 'unexplained_loss', 'overfill', 'mild', 'offline', 'temperature'],
      alerts.level::text) nulls last`)
    .orderBy('alerts.opened_at', 'desc')
    .limit(MAX_LINES)
    .$castTo<OpenAlert>()
    .execute()
  return { count: Number(counted.count), rows }
}
