import { sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isStored } from '#core/resources/fields/isStored.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  type Column,
  createTable,
  expectedColumns,
  fieldColumn,
  type Quote,
  reference,
  uniqueIndex,
} from '../table.ts'

/** A table in the database's catalogue. */
interface TableRow {
  columns: Map<string, Column>
  indexes: Set<string>
  /** The columns with a foreign key, or without need of one. */
  references: Set<string>
}

/**
 * Compares the database's catalogue with the definitions.
 * @param kinds all kinds of record that share one table.
 * @returns the statements that change the table to match the definitions; none when it does. A person reviews them, adds what only the
 * database knows (other indexes, checks, migration of rows), and saves them as the next migration.
 */
export async function draftChanges(db: Database, kinds: readonly Resource[]): Promise<string[]> {
  const [first] = kinds
  if (!first) return []
  const table = tableOf(first)
  const fields: Resource['fields'] = Object.assign({}, ...kinds.map((kind) => kind.fields))
  const quote = await readQuote(db)
  const found = await findTable(db, quote(table))
  if (!found) return createTable({ ...first, fields }, quote)
  const alter = `alter table ${quote(table)}`
  return [
    ...[...expectedColumns(kinds)].flatMap(([name, expected]) => {
      const column = found.columns.get(name)
      if (column) return draftColumn(`${alter} alter column ${quote(name)}`, column, expected)
      const field = fields[name]
      return field ? [`${alter} add column ${fieldColumn(name, field, quote)};`] : []
    }),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const isThere = found.references.has(name) || !found.columns.has(name)
      const missing = isReference(field) && isStored(field) && !isThere
      return missing ? [`${alter} add foreign key (${quote(name)})${reference(field, quote)};`] : []
    }),
    ...kinds.flatMap((kind) =>
      Object.entries(kind.fields).flatMap(([name, field]) =>
        found.indexes.has(`${table}_${name}`) ? [] : uniqueIndex(kind, name, field, quote),
      ),
    ),
  ]
}

/** Reserved words, which PostgreSQL accepts as a name only in quotation marks. */
async function readQuote(db: Database): Promise<Quote> {
  const { rows } = await sql<{
    word: string
  }>`select word from pg_get_keywords() where catcode <> 'U'`.execute(db)
  const reserved = new Set(rows.map(({ word }) => word))
  return (name) => (reserved.has(name) ? `"${name}"` : name)
}

/** @param expected the column of each kind that has the field. */
function draftColumn(alter: string, column: Column, expected: readonly Column[]): string[] {
  const type = expected.find((item) => !fits(column.type, item.type))?.type
  // Kinds that share a table may require more than the table does.
  const mayBeEmpty = expected.some((item) => item.nullable)
  return [
    ...(type ? [`${BREAKS}\n${alter} type ${type}; -- is ${column.type}`] : []),
    ...(column.nullable && !mayBeEmpty ? [`${BREAKS}\n${alter} set not null;`] : []),
  ]
}

/** The check of migrations refuses this statement until a reason replaces this line. */
const BREAKS = '-- Say what the release before makes of it (docs/decisions/0172-expand-then-contract.md).'

const SPELLINGS: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  'character varying': 'varchar',
}

/** Names of choices and small numbers may be stored narrower than the draft would. */
function fits(found: string, expected: string): boolean {
  const [name = '', size = ''] = found.split('(')
  const type = `${SPELLINGS[name] ?? name}${size && `(${size}`}`
  if (type === expected) return true
  if (expected === 'varchar(40)') return type.startsWith('varchar')
  return expected === 'smallint' && (type === 'integer' || type === 'smallint')
}

/** Audit entries outlive their records. */
const AUDIT = 'audit_entries'

async function findTable(db: Database, table: string): Promise<TableRow | undefined> {
  const { rows } = await sql<Column & { name: string; refers: boolean }>`
    select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
      relkind = 'v' or relname = ${AUDIT} or exists (
        select from pg_constraint where conrelid = attrelid and contype = 'f' and conkey = array[attnum]) as refers
    from pg_attribute join pg_class c on c.oid = attrelid where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(
    db,
  )
  if (rows.length === 0) return undefined
  const { rows: indexes } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema() and tablename = ${table}`.execute(
    db,
  )
  return {
    columns: new Map(rows.map((row) => [row.name, row])),
    indexes: new Set(indexes.map(({ name }) => name)),
    references: new Set(rows.filter(({ refers }) => refers).map(({ name }) => name)),
  }
}
