import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { valueSchema } from '#core/resources/schema.ts'
import type { Context } from '#server/platform/context.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'
import { isArchivedSql, keySql } from './findReferences.ts'

/** The records that a row may be, by the first list of key fields that it has: usually none or one. */
export interface Match {
  /** The fields that found them. */
  fields: readonly string[]
  ids: number[]
}

/**
 * Finds the existing records of a file's rows, by the key fields of their kind: a few statements for all rows.
 * @param bodies the values of the rows
 * @returns the matches of each row; undefined for a new record
 */
export async function matchRecords(
  context: Context,
  kind: Resource,
  bodies: readonly Values[],
): Promise<(Match | undefined)[]> {
  const resource = withUserFields(kind)
  const rows = bodies.map((body) => keysOf(context, resource, body))
  const found: (Match | undefined)[] = bodies.map(() => undefined)
  const lists = kind.matchBy
  const open = () => rows.filter((_, index) => found[index] === undefined)
  if (lists.length === 0) {
    // Groups rows by their key fields.
    const groups = groupBy(open(), ({ keys }) => [...keys.keys()].join(' '))
    for (const some of groups.values()) {
      await findBy(context, resource, [...firstOf(some).keys.keys()], [], some, (row, match) => {
        found[rows.indexOf(row)] = match
      })
    }
    return found
  }
  const positions = new Map(rows.map((row, index) => [row, index]))
  for (const [index, fields] of lists.entries()) {
    const some = open().filter((row) => isFilled(resource, fields, row))
    await findBy(context, resource, fields, lists.slice(0, index).flat(), some, (row, match) => {
      found[getOrThrow(positions, row)] = match
    })
  }
  return found
}

/** The key of a row's record: equal texts are the same record. Undefined if the row has no key. */
export function keyOfRow(context: Context, kind: Resource, body: Values): string | undefined {
  const row = keysOf(context, withUserFields(kind), body)
  const lists = kind.matchBy
  const fields = lists.length === 0 ? [...row.keys.keys()] : lists.find((list) => isFilled(kind, list, row))
  if (!fields || fields.length === 0) return undefined
  return JSON.stringify([fields, fields.map((name) => keyIn(row, name))])
}

/** Whether a row has the key of a list: an optional field after the first one may be empty, in the record as well. */
function isFilled(resource: Resource, [first, ...others]: readonly string[], { keys }: RowKeys): boolean {
  const isOptional = (name: string) => !fieldOf(resource, name).required
  return first !== undefined && keys.has(first) && others.every((name) => keys.has(name) || isOptional(name))
}

const keyIn = ({ keys }: RowKeys, name: string) => keys.get(name) ?? ''

const SCHEMAS = new WeakMap<Field, ReturnType<typeof valueSchema>>()

/** The schema of a field, created once. */
function schemaOf(field: Field) {
  const schema = SCHEMAS.get(field) ?? valueSchema(field)
  SCHEMAS.set(field, schema)
  return schema
}

interface RowKeys {
  /** The texts that identify it, by their fields. */
  keys: Map<string, string>
}

const keyText = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase()

function keysOf({ actor }: Context, resource: Resource, body: Values): RowKeys {
  const lists = resource.matchBy
  const names = lists.length === 0 ? Object.keys(body) : [...new Set(lists.flat())]
  const keys = new Map<string, string>()
  for (const name of names) {
    const field = resource.fields[name]
    if (!field || field.kind === 'secret') continue
    const own = isReference(field) && field.own ? actor.company_id : field.default
    const value = body[name] ?? (lists.length === 0 ? undefined : own)
    if (value === undefined || value === null || value === '' || typeof value === 'object') continue
    const checked = schemaOf(field).safeParse(value)
    keys.set(name, keyText(checked.success ? checked.data : value))
  }
  return { keys }
}

async function findBy(
  context: Context,
  resource: Resource,
  fields: readonly string[],
  earlier: readonly string[],
  rows: readonly RowKeys[],
  report: (row: RowKeys, match: Match) => void,
): Promise<void> {
  // A key of references alone begins with one of them; a text is more selective.
  const isText = (name: string) =>
    !isReference(fieldOf(resource, name)) && rows.every(({ keys }) => keys.has(name))
  const first = fields.find(isText) ?? fields[0]
  if (first === undefined || rows.length === 0) return
  const texts = [...new Set(rows.map(({ keys }) => getOrThrow(keys, first)))]
  const candidates = await rowsOf(context, resource)
    .where(sql<boolean>`${keySql(resource, first)} = any(${texts}::text[])`)
    .select([
      sql<number>`${sql.ref(`${resource.name}.${resource.id}`)}`.as('id'),
      isArchivedSql(resource).as('is_archived'),
      ...[...new Set([...fields, ...earlier])].map((name) => keySql(resource, name).as(`key_${name}`)),
    ])
    .execute()
  const byFirst = groupBy(candidates, (candidate) => String(candidate[`key_${first}`]))
  for (const row of rows) {
    const same = (byFirst.get(getOrThrow(row.keys, first)) ?? []).filter(
      (candidate) =>
        fields.every((name) => keyText(candidate[`key_${name}`]) === keyIn(row, name)) &&
        earlier.every((name) => {
          const [is, value] = [keyText(candidate[`key_${name}`]), row.keys.get(name)]
          return is === '' || value === undefined || is === value
        }),
    )
    const active = same.filter((candidate) => candidate.is_archived !== true)
    const meant = active.length > 0 ? active : same
    if (meant.length > 0) report(row, { fields, ids: meant.map((item) => Number(item.id)) })
  }
}
