import { type RawBuilder, sql } from 'kysely'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { AuditAction } from '#core/resources/auditActions.ts'
import type { Change, Resource } from '#core/resources/definition.ts'
import { readsAsEditor } from '#core/resources/isReadBy.ts'
import { isReference } from '#core/resources/isReference.ts'
import { kindNamed, registeredKinds } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { nameForReader } from './nameForReader.ts'
import { hiddenFields, requireOwned, requireVisible, rowsOf } from './rows.ts'
import { shortenedChange } from './shortenedChange.ts'
import { visibleHistoryStart } from './visibleHistoryStart.ts'

/** Entries that are answered at once; the rest are asked for by the last one's id. */
const PAGE = 50
/** A page ends before the entry with which its changes would be longer, in characters of JSON. */
const PAGE_LENGTH = 200_000

interface HistoryEntry {
  audit_id: number
  at: string
  action: string
  by: string | null
  on_behalf_of: string | null
  changes: Change[]
}

/**
 * Who changed a record, for whom, when and how; newest first, at most 50 at a time. Of long values it has the beginning only.
 * @param before the entry after which (further back) to go on.
 * @returns the entries and, where there are more, the id to go on from.
 */
export async function listHistory(
  context: Context,
  resource: Resource,
  id: number,
  before: number | undefined,
): Promise<{ entries: HistoryEntry[]; next: number | null }> {
  const condition = sql<boolean>`a.audit_id < ${before ?? Number.MAX_SAFE_INTEGER}`
  const found = await entriesOf(context, { resource, id, condition, limit: PAGE + 1 })
  const page = fittingEntries(found.slice(0, PAGE))
  return { entries: page, next: found.length > page.length ? page.at(-1)!.audit_id : null }
}

/** The first entries, at least one, as far as they fit into a page. */
function fittingEntries(entries: readonly HistoryEntry[]): HistoryEntry[] {
  let length = 0
  const end = entries.findIndex(({ changes }, index) => {
    length += JSON.stringify(changes).length
    return index > 0 && length > PAGE_LENGTH
  })
  return entries.slice(0, end < 0 ? entries.length : end)
}

/** One entry of a record's history, with its values whole. @throws Refusal 404 */
export async function readHistoryEntry(
  context: Context,
  resource: Resource,
  id: number,
  audit_id: number,
): Promise<HistoryEntry> {
  const condition = sql<boolean>`a.audit_id = ${audit_id}`
  const [entry] = await entriesOf(context, { resource, id, condition, limit: 1, isWhole: true })
  if (!entry) throw notFound()
  return entry
}

interface WantedEntries {
  resource: Resource
  id: number
  condition: RawBuilder<boolean>
  limit: number
  isWhole?: boolean
}

/** What the actor may know of a record's history, newest first. @throws Refusal 404 */
async function entriesOf(
  context: Context,
  { resource, id, condition, limit, isWhole }: WantedEntries,
): Promise<HistoryEntry[]> {
  await requireVisible(context, resource, id)
  await requireOwned(context, resource, id)
  const since = new Date(await toldSince(context, resource, id))
  const { names: hidden, actions } = hiddenHistory(context.actor, resource)
  const change = isWhole ? sql.ref('change') : shortenedChange
  const changes = sql`(select coalesce(jsonb_agg(${change}), '[]') from jsonb_array_elements(a.changes) change
    where change ->> 'field' <> all(${hidden}))`
  const { rows } = await sql<HistoryEntry>`
    select a.audit_id, a.at, a.action, ${changes} as changes, ${nameForReader(context.actor, 'who')} as by,
      ${nameForReader(context.actor, 'whom')} as on_behalf_of
    from audit_entries a
      left join users who on who.user_id = a.user_id
      left join users whom on whom.user_id = a.on_behalf_of
    where a.resource = ${resource.name} and a.record_id = ${id} and a.action <> all(${actions})
      and a.at > ${since} and ${condition}
    order by a.audit_id desc limit ${limit}`.execute(context.db)
  const named = await withNames(
    context,
    rows.map((entry) => ({ ...entry, resource: resource.name })),
  )
  return named.map(({ resource: _, ...entry }) => entry)
}

/** The names of changes, and the actions, of which the actor hears nothing although they see the record. */
function hiddenHistory(actor: Actor, resource: Resource): { names: string[]; actions: AuditAction[] } {
  const { entries = {}, editorsOnly = [] } = resource.closedHistory ?? {}
  const isLimited = actor.limits['devices'] !== undefined
  const actions = Object.entries(entries).filter(
    ([, { to, unlimited }]) => !to.includes(actor.loginType) || (unlimited && isLimited),
  )
  return {
    names: [
      ...hiddenFields(actor, resource),
      ...namesOfWriters(actor, resource),
      ...(readsAsEditor(actor, resource.module) ? [] : editorsOnly),
    ],
    actions: actions.map(([action]) => action as AuditAction),
  }
}

/** The fields that keep the name of who wrote a record: whoever made it is named by the entry, as the reader may know them. */
function namesOfWriters({ loginType }: Actor, { fields }: Resource): string[] {
  if (isStaff(loginType)) return []
  return Object.entries(fields).flatMap(([name, field]) =>
    'writtenBy' in field && field.writtenBy ? [name, field.writtenBy] : [],
  )
}

/**
 * From when on the actor may know what was done to a record: to a device, and to what is whoever's the device is,
 * from when that company has it. Epoch milliseconds.
 */
async function toldSince(context: Context, resource: Resource, id: number): Promise<number> {
  if (resource.name === 'devices') return visibleHistoryStart(context, id)
  const { scope } = resource
  if (typeof scope !== 'object' || ownerName(resource, scope.through) !== 'devices') return 0
  const row = await rowsOf(context, resource)
    .where(sql.ref(`${resource.name}.${resource.id}`), '=', id)
    .select(sql<number>`${sql.ref(`${resource.name}.${scope.through}`)}`.as('device'))
    .executeTakeFirst()
  return visibleHistoryStart(context, Number(row?.['device'] ?? 0))
}

function ownerName({ fields }: Resource, through: string): string | undefined {
  const field = fields[through]
  return isReference(field) ? field.to : undefined
}

/** Adds to references that changed the names of what they pointed at, as far as the actor may see it. */
export async function withNames<E extends { resource: string; changes: Change[] }>(
  context: Context,
  entries: readonly E[],
): Promise<E[]> {
  const wanted = new Map<Resource, Set<number>>()
  for (const { resource, changes } of entries) {
    for (const { field, before, after } of changes) {
      const target = targetOf(resource, field)
      const ids = [before, after].filter((id) => typeof id === 'number')
      if (target) wanted.set(target, new Set([...(wanted.get(target) ?? []), ...ids]))
    }
  }
  const names = new Map<Resource, Map<number, string>>()
  for (const [kind, ids] of wanted) names.set(kind, await namesOf(context, kind, [...ids]))
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => {
      const target = targetOf(entry.resource, change.field)
      const nameOf = (id: unknown) => (target ? names.get(target)?.get(id as number) : undefined)
      const [before_title, after_title] = [nameOf(change.before), nameOf(change.after)]
      return { ...change, ...(before_title && { before_title }), ...(after_title && { after_title }) }
    }),
  }))
}

/** What a changed field points at: as its definition says, or by the name of the id. */
function targetOf(resource: string, field: string): Resource | undefined {
  const known = kindNamed(resource)?.fields[field]
  if (known) return isReference(known) ? kindNamed(known.to) : undefined
  return registeredKinds().find(({ id, within }) => id === field && !within)
}

async function namesOf(context: Context, kind: Resource, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(context, kind)
    .where(sql<boolean>`${sql.ref(`${kind.name}.${kind.id}`)} = any(${ids})`)
    .select([
      sql<number>`${sql.ref(`${kind.name}.${kind.id}`)}`.as('id'),
      sql<string | null>`${sql.ref(`${kind.name}.${kind.title}`)}::text`.as('title'),
    ])
    .execute()
  return new Map(rows.flatMap(({ id, title }) => (title ? [[Number(id), String(title)] as const] : [])))
}
