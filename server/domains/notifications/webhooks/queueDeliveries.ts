import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { eventsOf, type WebhookEvent } from '#core/domains/notifications/webhookEvents.ts'
import type { Webhook } from '#core/domains/notifications/webhooks.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { STAFF, VENDORS } from '#core/platform/loginTypes.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import { actorOfAccount } from '#server/domains/access/sessions/actorOfSession.ts'
import type { Context } from '#server/platform/context.ts'
import { type Events, emit } from '#server/platform/jobs/events.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { inFormat } from './chatMessage.ts'

/** The values of a record that its messages contain, by kind. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  alerts: ['device_id', 'port_number', 'level', 'status'],
  transaction_documents: ['document_type', 'status_id'],
  shipment_planners: ['status_id'],
  data_import_logs: ['status'],
}

/** Devices of one message of readings. */
const DEVICES_PER_MESSAGE = 200

interface Subscribed {
  webhook_id: number
  user_id: number
  company_id: number
  format: Webhook['format']
  event_types: WebhookEvent[]
}

interface Message {
  event: WebhookEvent
  /** The record whose messages are sent in order; readings have none. */
  kind: Resource | null
  id: number | null
  payload: object
  /** The record was deleted: only webhooks that have received it learn of this. */
  isDeleted?: boolean
}

/** A record as it is now; undefined columns of deleted records. */
interface RecordRow {
  id: number
  company_id: number | null
  level?: string | null
  document_type?: string | null
}

/** Queues messages about changed records, in the order of the changes. */
export async function queueChanges(
  context: Context,
  changes: readonly Events['record.changed'][],
): Promise<void> {
  const messages: Message[] = []
  const companies = new Set<number>()
  const found = new Map<string, Map<number, RecordRow>>()
  for (const name of new Set(changes.map(({ resource }) => resource))) {
    const kind = kindNamed(name)
    const ids = changes.filter(({ resource }) => resource === name).map(({ id }) => id)
    if (kind) found.set(name, await findRecords(context, kind, ids))
  }
  for (const { resource, id, action, at } of changes) {
    const kind = kindNamed(resource)
    const isDeleted = action === 'delete'
    const record = found.get(resource)?.get(id)
    // Of a record that was deleted since, only the deletion is reported.
    if (!kind || (!record && !isDeleted)) continue
    const { company_id = null, id: _, ...facts } = record ?? { id, company_id: null }
    if (company_id !== null) companies.add(company_id)
    for (const event of eventsOf(resource, action, facts)) {
      const payload = { type: event, timestamp: at, data: { kind: resource, id, action, ...facts } }
      messages.push({ event, kind, id, payload, isDeleted })
    }
  }
  const isAny = messages.some(({ isDeleted, kind }) => isDeleted || kind?.scope !== 'company')
  for (const webhook of await subscribedTo(context, messages, isAny ? 'any' : [...companies])) {
    const some = await reportable(context, webhook, messages)
    await insert(context, webhook, await inFormat(context, webhook, some))
  }
}

/** Emits the event of reported readings if a webhook subscribes to it: alerts must not wait for webhooks. */
export async function reportReadings(context: Context, stored: { device_ids: number[] }): Promise<void> {
  const { rows } = await sql`select 1 from webhooks
    where status = 'active' and secret_sealed is not null and event_types ? 'readings.stored' limit 1`.execute(
    context.db,
  )
  if (rows.length > 0) await emit(context, 'readings.to_report', [stored])
}

/** Queues the newest readings of devices, many in a message. */
export async function queueReadings(
  context: Context,
  { device_ids }: { device_ids: number[] },
): Promise<void> {
  const event = 'readings.stored'
  const found = await findRecords(context, devices, device_ids)
  const companies = [...new Set([...found.values()].flatMap(({ company_id }) => company_id ?? []))]
  const timestamp = context.now.toISOString()
  for (const webhook of await subscribedTo(context, [{ event }], companies)) {
    const seen = [...(await visibleTo(context, webhook, devices, device_ids))].sort((a, b) => a - b)
    const messages: Message[] = []
    for (let from = 0; from < seen.length; from += DEVICES_PER_MESSAGE) {
      const readings = await newestReadings(context, seen.slice(from, from + DEVICES_PER_MESSAGE))
      const payload = { type: event, timestamp, data: { readings } }
      if (readings.length > 0) messages.push({ event, kind: null, id: null, payload })
    }
    await insert(context, webhook, messages)
  }
}

/** Levels as lists show them, in mm and L, without levels from before the current owner. */
async function newestReadings({ db }: Context, device_ids: readonly number[]): Promise<object[]> {
  const { rows } = await sql<{
    device_id: number
    port_number: number
    at: string
    height: number | null
    volume: number | null
    percent: number | null
    is_estimated: boolean
  }>`
    select device_id, port_number, at, height, volume, percent, estimated_at is not null as is_estimated
    from port_states s where device_id = any(${[...device_ids]}::int8[]) and at >= ${ownershipStart(sql`s.device_id`)}
    order by device_id, port_number`.execute(db)
  return rows
}

async function findRecords(
  { db }: Context,
  kind: Resource,
  ids: readonly number[],
): Promise<Map<number, RecordRow>> {
  const columns = [...(kind.scope === 'company' ? ['company_id'] : []), ...(FACTS[kind.name] ?? [])]
  const id = sql.ref(kind.id)
  const { rows } =
    await sql<RecordRow>`select ${id} as id, ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(tableOf(kind))} where ${id} = any(${[...new Set(ids)]}::int8[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Active webhooks for some events, of accounts that may see records of these companies. It only saves work: each record is checked after
 * it.
 */
async function subscribedTo(
  { db }: Context,
  events: readonly { event: WebhookEvent }[],
  companies: readonly number[] | 'any',
): Promise<Subscribed[]> {
  const names = [...new Set(events.map(({ event }) => event))]
  if (names.length === 0) return []
  const reach: RawBuilder<unknown> =
    companies === 'any'
      ? sql`true`
      : sql`(a.login_type_id = any(${[...STAFF, ...VENDORS]}::text[]) or w.company_id in (
          with recursive above as (
            select company_id, parent_id from companies where company_id = any(${[...companies]}::int8[])
            union select c.company_id, c.parent_id from companies c join above on c.company_id = above.parent_id)
          select company_id from above))`
  const { rows } = await sql<Subscribed>`
    select w.webhook_id, w.user_id, w.company_id, w.format, w.event_types
    from webhooks w join accounts a using (user_id, company_id)
    where w.status = 'active' and w.secret_sealed is not null and w.event_types ?| ${names}::text[] and ${reach}
    order by w.webhook_id`.execute(db)
  return rows
}

/** The messages that a webhook may get now, in their order. */
async function reportable(
  context: Context,
  webhook: Subscribed,
  messages: readonly Message[],
): Promise<Message[]> {
  const subscribed = messages.filter(({ event }) => webhook.event_types.includes(event))
  const seen = new Map<Resource, Set<number>>()
  for (const kind of new Set(subscribed.flatMap((message) => message.kind ?? []))) {
    const own = subscribed.filter((message) => message.kind === kind)
    const ids = await visibleTo(
      context,
      webhook,
      kind,
      own.flatMap(({ id, isDeleted }) => (id === null || isDeleted ? [] : [id])),
    )
    const deleted = own.flatMap(({ id, isDeleted }) => (id !== null && isDeleted ? [id] : []))
    for (const id of await knownTo(context, webhook, kind, deleted)) ids.add(id)
    seen.set(kind, ids)
  }
  return subscribed.filter(({ kind, id }) => kind !== null && id !== null && getOrThrow(seen, kind).has(id))
}

/** The records of a kind that the account of a webhook may see now: none if its user was deactivated or lost the account. */
async function visibleTo(
  context: Context,
  { user_id, company_id }: Subscribed,
  kind: Resource,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const account = await actorOfAccount(context.db, user_id, company_id)
  if (!account?.isActive || !mayRead(account.actor, kind)) return new Set()
  const id = sql<number>`${sql.ref(`${kind.name}.${kind.id}`)}`
  const rows = await rowsOf({ ...context, actor: account.actor }, kind)
    .where(sql<boolean>`${id} = any(${[...new Set(ids)]}::int8[])`)
    .select(id.as('id'))
    .execute()
  return new Set(rows.map((row) => Number(row.id)))
}

/** The records about which a webhook has received a message. */
async function knownTo(
  { db }: Context,
  { webhook_id }: Subscribed,
  { name }: Resource,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ record_id: number | null }>`select distinct record_id from webhook_deliveries
    where webhook_id = ${webhook_id} and resource = ${name} and record_id = any(${[...ids]}::int8[])`.execute(
    db,
  )
  return rows.flatMap(({ record_id }) => record_id ?? [])
}

async function insert(
  { db }: Context,
  { webhook_id }: Subscribed,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ event, kind, id, payload }) => ({
    ...{ event_type: event, resource: kind?.name ?? null, record_id: id },
    message_id: `msg_${randomUUID()}`,
    payload: JSON.stringify(payload),
  }))
  await sql`insert into webhook_deliveries (webhook_id, message_id, event_type, resource, record_id, payload)
    select ${webhook_id}, message_id, event_type, resource, record_id, payload
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (message_id text, event_type text, resource text, record_id int8, payload text)) with ordinality
      as message (message_id, event_type, resource, record_id, payload, place) order by place`.execute(db)
}
