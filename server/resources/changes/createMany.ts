import { sql } from 'kysely'
import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Values } from '#core/platform/values.ts'
import { fieldOf, type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { listedKind } from '#core/resources/listedKind.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound, type Refusal } from '#server/platform/refusal.ts'
import { auditMany, changesBetween } from '../history/audit.ts'
import { oneOfMany, refusalOrThrow } from '../lists/oneOfMany.ts'
import { namedTables } from '../names/namedTables.ts'
import { withoutHidden } from '../rights/withoutHidden.ts'
import { isTheirsSql, refuseByKind, refuseUnreachable, unreachable } from './references.ts'
import { toColumns } from './validate.ts'

/** The outcome of one of many new records: created, or refused. */
export type ManyOutcome = { id: number; updated_at: string } | Refusal

/** A new record, the index of its body, and its values. */
interface ManyMade<V> {
  id: number
  at: number
  values: V
}

/** Additional work of a kind of record, done once for all records. */
interface ManyWork<V> {
  /** Inserts that must come first, such as the people of users. @returns the completed values */
  before?: (context: Context, values: V[]) => Promise<V[]>
  /** Inserts that belong to the records, and their effects. */
  after?: (context: Context, created: readonly ManyMade<V>[]) => Promise<void>
}

/**
 * Creates many records by the same rules as one, with a few statements for all of them. A refused one does not stop the others.
 * @param bodies the values of each
 * @param accept validates one of them, and throws a Refusal
 */
export async function createMany<V extends Values>(
  context: Context,
  resource: Resource,
  bodies: readonly Values[],
  accept: (body: Values, at: number) => V | Promise<V>,
  work: ManyWork<V> = {},
): Promise<ManyOutcome[]> {
  const outcomes = new Map<number, ManyOutcome>()
  const accepted: { at: number; values: V }[] = []
  for (const [index, body] of bodies.entries()) {
    try {
      accepted.push({ at: index, values: withoutHidden(context, resource, await accept(body, index)) })
    } catch (error) {
      outcomes.set(index, refusalOrThrow(error))
    }
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await new Promise(setImmediate)
  }
  const refused = await judgeMany(
    context,
    resource,
    accepted.map(({ values }) => values),
  )
  const good = accepted.filter(({ at }, index) => {
    const refusal = refused[index]
    if (refusal) outcomes.set(at, refusal)
    return !refusal
  })
  await insertOrSplit(context, resource, good, work, (at, outcome) => outcomes.set(at, outcome))
  return bodies.map((_, index) => getOrThrow(outcomes, index))
}

/** Like `createMany`, for a kind whose records are created one by one. */
export async function createOneByOne(
  context: Context,
  resource: Resource,
  bodies: readonly Values[],
  create: (context: Context, body: Values) => Promise<Values & { updated_at: string }>,
): Promise<ManyOutcome[]> {
  const outcomes: ManyOutcome[] = []
  for (const body of bodies) {
    const outcome = await oneOfMany(context, async () => {
      const record = await create(context, body)
      return { id: Number(record[resource.id]), updated_at: record.updated_at }
    })
    outcomes.push(outcome)
  }
  return outcomes
}

/** Records after which other calls get a turn. */
const YIELD_EVERY = 25

/** Checks that all referenced records are visible to the writer and belong to the right company. */
async function judgeMany(
  context: Context,
  resource: Resource,
  records: readonly Values[],
): Promise<(Refusal | undefined)[]> {
  const missing: string[][] = records.map(() => [])
  const issues: Issue[][] = records.map(() => [])
  const others: (Refusal | undefined)[] = records.map(() => undefined)
  for (const [name, field] of Object.entries(resource.fields)) {
    if (isReference(field)) {
      const lost = await unreachable(context, resourceOf(field.to), records, name)
      for (const at of lost) itemAt(missing, at).push(name)
      if (!field.ofCompany) continue
      for (const at of await foreign(context, resource, records, name)) {
        if (!itemAt(missing, at).includes(name))
          itemAt(issues, at).push({ field: name, rule: 'other_company' })
      }
      continue
    }
    const refused = await judgeField(context, { ...resource, fields: { [name]: field } }, records, name)
    for (const [at, refusal] of refused) others[at] ??= refusal
  }
  return records.map((_, index) => {
    if (itemAt(missing, index).length > 0) return notFound(...itemAt(missing, index))
    return itemAt(issues, index).length > 0 ? invalid(itemAt(issues, index)) : others[index]
  })
}

/** The refused values of one field that is not a reference, by the indexes of their records; equal values are checked once. */
async function judgeField(context: Context, kind: Resource, records: readonly Values[], name: string) {
  const check = listedKind(fieldOf(kind, name)) === undefined ? refuseByKind : refuseUnreachable
  const judged = new Map<string, Refusal | undefined>()
  const refused = new Map<number, Refusal>()
  for (const [index, values] of records.entries()) {
    if (values[name] === undefined || values[name] === null) continue
    const key = JSON.stringify(values[name])
    if (!judged.has(key))
      judged.set(
        key,
        await check(context, kind, { [name]: values[name] }).then(() => undefined, refusalOrThrow),
      )
    const refusal = judged.get(key)
    if (refusal) refused.set(index, refusal)
  }
  return refused
}

async function foreign({ db }: Context, resource: Resource, records: readonly Values[], name: string) {
  const field = resource.fields[name]
  if (!isReference(field) || !field.ofCompany) return []
  const company = field.ofCompany.field
  const pairs = records.flatMap((values, index) =>
    values[name] == null || values[company] == null
      ? []
      : [{ at: index, to: values[name], company: values[company] }],
  )
  if (pairs.length === 0) return []
  const kind = resourceOf(field.to)
  const { rows } = await sql<{ at: number }>`
    select pair.at from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (at integer, "to" bigint, company bigint)
    join ${sql.table(tableOf(kind))} t on ${sql.ref(`t.${kind.id}`)} = pair."to"
    where not ${isTheirsSql(field.ofCompany.reach, sql`pair.company`)}`.execute(db)
  return rows.map(({ at }) => at)
}

/** Inserts all in one statement; if the database refuses one of them, bisection finds it. */
async function insertOrSplit<V extends Values>(
  context: Context,
  resource: Resource,
  records: readonly { at: number; values: V }[],
  work: ManyWork<V>,
  report: (at: number, outcome: ManyOutcome) => void,
): Promise<void> {
  if (records.length === 0) return
  await sql`savepoint many_records`.execute(context.db)
  try {
    const own = records.map(({ values }) => values)
    const values = work.before ? await work.before(context, own) : own
    const created = await insertAll(context, resource, values)
    await work.after?.(
      context,
      created.map(({ id }, index) => ({ id, at: itemAt(records, index).at, values: itemAt(values, index) })),
    )
    await sql`release savepoint many_records`.execute(context.db)
    for (const [index, outcome] of created.entries()) report(itemAt(records, index).at, outcome)
  } catch (error) {
    const refusal = refusalOrThrow(error)
    await sql`rollback to savepoint many_records`.execute(context.db)
    if (records.length === 1) return report(firstOf(records).at, refusal)
    const half = Math.ceil(records.length / 2)
    await insertOrSplit(context, resource, records.slice(0, half), work, report)
    await insertOrSplit(context, resource, records.slice(half), work, report)
  }
}

async function insertAll(context: Context, resource: Resource, records: readonly Values[]) {
  const rows: Record<string, unknown>[] = await namedTables(context.db)
    .insertInto(tableOf(resource))
    .values(records.map((values) => ({ ...toColumns(resource, values, true), ...resource.within?.where })))
    .returning([resource.id, 'updated_at'])
    .execute()
  const created = rows.map((row) => ({ id: Number(row[resource.id]), updated_at: String(row.updated_at) }))
  await auditMany(
    context,
    resource.name,
    'create',
    created.map(({ id }, index) => ({
      record_id: id,
      changes: changesBetween(resource, {}, itemAt(records, index)),
    })),
  )
  return created
}
