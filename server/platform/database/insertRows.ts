import type pg from 'pg'

/** A statement that inserts sets of rows, with its columns and their types. */
export interface Insert<T> {
  name: string
  columns: readonly (readonly [column: keyof T & string, type: string])[]
  text: string
}

/** The statement that inserts sets into a table; columns of moments are passed in ms since 1970. */
export function insertOf<T>(
  name: string,
  table: string,
  columns: Insert<T>['columns'],
  ending: string,
  select = columns
    .map(([column]) => (isTime(column) ? `to_timestamp(${column} / 1000.0)` : column))
    .join(', '),
): Insert<T> {
  const names = columns.map(([column]) => column)
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
  return {
    name,
    columns,
    text: `insert into ${table} (${names.join(', ')}) select ${select} from unnest(${arrays}) as input (${names.join(', ')}) ${ending}`,
  }
}

/** Whether a column holds a moment, by its name. */
export const isTime = (column: string) => column === 'at' || column.endsWith('_at')

/** Inserts a set of rows; does nothing for an empty one. */
export async function insertRows<T extends object>(
  client: pg.ClientBase,
  insert: Insert<T>,
  rows: readonly T[],
) {
  if (rows.length === 0) return []
  const values = insert.columns.map(([column]) => arrayOf(rows.map((row) => row[column])))
  return (await client.query({ name: insert.name, text: insert.text, values })).rows
}

/** An array literal: numbers are joined at once, where the driver would escape each as a text. */
function arrayOf(values: readonly unknown[]): unknown {
  const isPlain = values.every((value) => typeof value === 'number' || value === null)
  return isPlain ? `{${JSON.stringify(values).slice(1, -1)}}` : values
}
