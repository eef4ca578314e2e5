import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '#core/platform/keysOf.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { isStaff, STAFF } from '#core/platform/loginTypes.ts'
import type { AuditAction } from '#core/resources/auditActions.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { readsAsEditor } from '#core/resources/fields/isReadBy.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { Change } from '#core/resources/kinds/listKinds.ts'
import { kindNamed, registeredKinds } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { nameForReader } from '../names/nameForReader.ts'
import { isSoldToSql } from '../rights/isSoldTo.ts'
import { visibleHistoryStart } from '../rights/visibleHistoryStart.ts'
import { hiddenFields, requireOwned, requireVisible, rowsOf } from '../rows.ts'
import { shortenedChange } from './shortenedChange.ts'

/** Entries per page; the next page begins after the last one's id. */
const PAGE_SIZE = 50
/** Maximum length of a page's changes, in characters of JSON. */
const PAGE_LENGTH = 200_000

interface HistoryEntry {
  audit_id: number
  at: string
  action: string
  by: string | null
  on_behalf_of: string | null
  /** The name of the API key by which it was done. */
  key_name: string | null
  changes: Change[]
}

/**
 * A record's history: who changed it, for whom, when and how; newest first, at most 50 at a time. Long values are shortened.
 * @param before the id of the entry to continue after (further back).
 * @returns the entries and, if there are more, the id to continue from.
 */
export async function listHistory(
  context: Context,
  resource: Resource,
  id: number,
  before: number | undefined,
): Promise<{ entries: HistoryEntry[]; next: number | null }> {
  const condition = sql<boolean>`a.audit_id < ${before ?? Number.MAX_SAFE_INTEGER}`
  const found = await entriesOf(context, { resource, id, condition, limit: PAGE_SIZE + 1 })
  const page = fittingEntries(found.slice(0, PAGE_SIZE))
  return { entries: page, next: found.length > page.length ? lastOf(page).audit_id : null }
}

/** The first entries that fit into a page, at least one. */
function fittingEntries(entries: readonly HistoryEntry[]): HistoryEntry[] {
  let length = 0
  const end = entries.findIndex(({ changes }, index) => {
    length += JSON.stringify(changes).length
    return index > 0 && length > PAGE_LENGTH
  })
  return entries.slice(0, end < 0 ? entries.length : end)
}

/** One entry of a record's history, with its full values. @throws Refusal 404 */
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

/** The part of a record's history that the actor may see, newest first. @throws Refusal 404 */
async function entriesOf(
  context: Context,
  { resource, id, condition, limit, isWhole }: WantedEntries,
): Promise<HistoryEntry[]> {
  await requireVisible(context, resource, id)
  await requireOwned(context, resource, id)
  const since = new Date(await visibleSince(context, resource, id))
  const { names: hidden, actions } = await hiddenHistory(context, resource, id)
  const change = isWhole ? sql.ref('change') : shortenedChange
  const changes = sql`(select coalesce(jsonb_agg(${change}), '[]') from jsonb_array_elements(a.changes) change
    where change ->> 'field' <> all(${hidden}))`
  const { rows } = await sql<HistoryEntry>`
    select a.audit_id, a.at, a.action, ${changes} as changes, ${nameForReader(context.actor, 'who')} as by,
      ${nameForReader(context.actor, 'whom')} as on_behalf_of,
      ${keyNameForReader(context.actor)} as key_name
    from audit_entries a
      left join api_keys k on k.api_key_id = a.api_key_id
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

/** Keys of staff are named to staff only, like their users. */
function keyNameForReader({ loginType }: Actor): RawBuilder<string | null> {
  if (isStaff(loginType)) return sql`k.name`
  return sql`case when who.login_type_id <> all(${[...STAFF]}::text[]) then k.name end`
}

/** The fields and actions that are hidden from the actor although they see the record. */
async function hiddenHistory(
  context: Context,
  resource: Resource,
  id: number,
): Promise<{ names: string[]; actions: AuditAction[] }> {
  const { actor } = context
  const { entries = {}, editorsOnly = [] } = resource.visibility.closedHistory ?? {}
  const isLimited = actor.limits.devices !== undefined
  const actions = keysOf(entries).filter((action) => {
    const { to = [], unlimited } = entries[action] ?? {}
    return !to.includes(actor.loginType) || (unlimited && isLimited)
  })
  return {
    names: [
      ...hiddenFields(actor, resource),
      ...namesOfWriters(actor, resource),
      ...(readsAsEditor(actor, resource.module) ? [] : editorsOnly),
      ...(await hiddenFromBuyer(context, resource, id)),
    ],
    actions,
  }
}

/** The fields that the seller of a record keeps to themselves, if the actor is on the buyer's side of it. */
async function hiddenFromBuyer({ db, actor }: Context, resource: Resource, id: number): Promise<string[]> {
  const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.sellersOnly)
  const sold = isSoldToSql(actor, 'company_id')
  if (names.length === 0 || !sold) return []
  const { rows } = await sql<{
    is_sold: boolean
  }>`select ${sold} as is_sold from ${sql.table(tableOf(resource))}
    where ${sql.ref(resource.id)} = ${id}`.execute(db)
  return rows[0]?.is_sold ? [] : names
}

/** The fields that store the writer's name: the entry names the writer in the way that the reader may see. */
function namesOfWriters({ loginType }: Actor, { fields }: Resource): string[] {
  if (isStaff(loginType)) return []
  return Object.entries(fields).flatMap(([name, field]) =>
    'writtenBy' in field && field.writtenBy ? [name, field.writtenBy] : [],
  )
}

/**
 * The time from which the actor may see a record's history: for a device, and for what belongs to its owner, the start of their ownership.
 * Epoch milliseconds.
 */
async function visibleSince(context: Context, resource: Resource, id: number): Promise<number> {
  if (resource.name === 'devices') return visibleHistoryStart(context, id)
  const { scope } = resource
  if (typeof scope !== 'object' || ownerName(resource, scope.through) !== 'devices') return 0
  const row = await rowsOf(context, resource)
    .where(sql.ref(`${resource.name}.${resource.id}`), '=', id)
    .select(sql<number>`${sql.ref(`${resource.name}.${scope.through}`)}`.as('device'))
    .executeTakeFirst()
  return visibleHistoryStart(context, Number(row?.device ?? 0))
}

function ownerName({ fields }: Resource, through: string): string | undefined {
  const field = fields[through]
  return isReference(field) ? field.to : undefined
}

/** Adds to changed references the names of the records, as far as the actor may see them. */
export async function withNames<E extends { resource: string; changes: Change[] }>(
  context: Context,
  entries: readonly E[],
): Promise<E[]> {
  const requested = new Map<Resource, Set<number>>()
  for (const { resource, changes } of entries) {
    for (const { field, before, after } of changes) {
      const target = targetOf(resource, field)
      const ids = [before, after].filter((id) => typeof id === 'number')
      if (target) requested.set(target, new Set([...(requested.get(target) ?? []), ...ids]))
    }
  }
  const names = new Map<Resource, Map<number, string>>()
  for (const [kind, ids] of requested) names.set(kind, await namesOf(context, kind, [...ids]))
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => {
      const target = targetOf(entry.resource, change.field)
      const titles = target && names.get(target)
      const nameOf = (id: unknown) => (typeof id === 'number' ? titles?.get(id) : undefined)
      const [before_title, after_title] = [nameOf(change.before), nameOf(change.after)]
      return { ...change, ...(before_title && { before_title }), ...(after_title && { after_title }) }
    }),
  }))
}

/** The kind that a changed field refers to: by its definition, or by the name of the id. */
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
