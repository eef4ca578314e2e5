import { sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isStored } from '#core/resources/fields/isStored.ts'
import type { Database } from '#server/platform/database/database.ts'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The database fills it if no value is set: by a default, or by a trigger. */
  filled: boolean
  /** It is computed, and never written. */
  computed: boolean
}

/** The bits of a trigger that runs before a row is inserted (pg_trigger.tgtype). */
const BEFORE_INSERT = 6

/** TypeScript types of the columns' types as the driver reads them; add a line for a new type. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'Decimal',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'Instant',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  _text: 'string[]',
  _varchar: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'number[]',
  _float4: 'number[]',
  _float8: 'number[]',
}

const HEAD = `// Written by \`npm run db:tables\` from a database that db/migrations created: change a migration, not this file.

import type { ColumnType } from 'kysely'

/** Filled by the database if no value is set. */
type Filled<T> =
  [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** A column that the database computes. */
type Computed<T> =
  [T] extends [ColumnType<infer S, infer _, infer _>] ? ColumnType<S, never, never> : ColumnType<T, never, never>
/** A moment in the format of the wire. */
type Instant<N = never> = ColumnType<string | N, string | Date | N, string | Date | N>
/** A number with decimal places, as text. */
type Decimal<N = never> = ColumnType<string | N, string | number | N, string | number | N>
/** JSON, parsed when read. */
type Json<N = never> = ColumnType<unknown, string | N, string | N>
`

/**
 * The tables of a database as types: the read and writable types of their columns.
 * @param kinds the kinds of record, which know the values of choice columns.
 */
export async function tablesFile(db: Database, kinds: readonly Resource[]): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, t.typname as type,
      not a.attnotnull as nullable, 
      a.atthasdef or a.attidentity <> '' or exists (select from pg_trigger g join pg_proc f on f.oid = g.tgfoid
        where g.tgrelid = c.oid and g.tgtype & ${BEFORE_INSERT} = ${BEFORE_INSERT}
          and f.prosrc ~ ('new\\.' || a.attname || ' *:=')) as filled,
      a.attgenerated <> '' or a.attidentity = 'a' or c.relkind = 'v' as computed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    order by c.relname collate "C", a.attnum`.execute(db)
  const choices = choicesOf(kinds)
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) => {
    const columns = rows
      .filter((column) => column.table === table)
      .map((column) => `    ${column.name}: ${typeOf(column, choices.get(`${table}.${column.name}`))}`)
    return `  ${table}: {\n${columns.join('\n')}\n  }`
  })
  return `${HEAD}
/** Every table and view, with what its columns hold. */
export interface Tables {
${tables.join('\n')}
}
`
}

function typeOf(column: Column, choices: readonly string[] | undefined): string {
  const known = TYPES[column.type]
  if (!known) throw new Error(`TYPES does not know what ${column.type} is: ${column.table}.${column.name}`)
  const plain = choices ? choices.join(' | ') : known
  const takesNull = /^[A-Z](?!uffer)/.test(plain)
  const type = !column.nullable ? plain : takesNull ? `${plain}<null>` : `${plain} | null`
  if (column.computed) return `Computed<${type}>`
  return column.filled || column.nullable ? `Filled<${type}>` : type
}

/** The values of choice columns, by table and column. */
function choicesOf(kinds: readonly Resource[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const kind of kinds.flatMap((item) => [item, ...(item.details ? [item.details] : [])])) {
    for (const [name, field] of Object.entries(kind.fields)) {
      if (field.kind !== 'choice' || !isStored(field)) continue
      const key = `${tableOf(kind)}.${name}`
      const values = field.of.map((value) => (typeof value === 'number' ? `${value}` : `'${value}'`))
      found.set(key, [...new Set([...(found.get(key) ?? []), ...values])])
    }
  }
  return found
}
