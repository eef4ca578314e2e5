import type { Fields, Kind, Shape } from './claims.ts'

/** A column of a result, as the database describes it. */
export interface ResultColumn {
  name: string
  /** The type's number (pg_type.oid). */
  type: number
  /** The table column that it selects unchanged, if that one is nullable. */
  source: string | undefined
}

const NUMBERS = new Set([20, 21, 23, 26, 700, 701])
const BOOLEAN = 16
const BYTES = 17
/** json, jsonb: their content is seen in the rows only. */
const JSONS = new Set([114, 3802])
/** Array types by oid, with the kind of their elements. */
const ARRAYS: ReadonlyMap<number, Kind> = new Map([
  [1000, 'boolean'],
  [1005, 'number'],
  [1007, 'number'],
  [1021, 'number'],
  [1022, 'number'],
  [1231, 'number'],
  [1016, 'number'],
  [1009, 'string'],
  [1015, 'string'],
])

/**
 * Compares a result with the type that the code declares: names and types of the columns, and whether each value is one that the type
 * allows.
 * @param text the statement: a column that it compares or tests with `is not null` has no nulls
 * @returns the differences as sentences; empty when none is visible.
 */
export function compareRows(
  claim: Shape,
  text: string,
  columns: readonly ResultColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string[] {
  if (claim === 'any' || !claim.fields) return []
  const byName = new Map(columns.map((column) => [column.name, column]))
  const problems = Object.entries(claim.fields).flatMap(([name, { shape, optional }]) => {
    const column = byName.get(name)
    if (!column) return optional ? [] : [`${name} is not among the columns`]
    return compareColumn(name, shape, column, text)
  })
  return [...new Set([...problems, ...rows.flatMap((row) => compareFields('', claim.fields!, row))])]
}

function compareColumn(name: string, shape: Shape, { type, source }: ResultColumn, text: string): string[] {
  if (shape === 'any' || JSONS.has(type)) return []
  const kind = kindOf(type)
  if (!shape.kinds.includes(kind)) return [`${name} is ${kind}, not ${shape.kinds.join(' | ')}`]
  const item = ARRAYS.get(type)
  if (item && shape.items && shape.items !== 'any' && !shape.items.kinds.includes(item)) {
    return [`${name} holds ${item}s, not ${shape.items.kinds.join(' | ')}`]
  }
  const isExcluded =
    !source || new RegExp(`\\b${source}"?(?: collate "C")? (?:is not null|[<>])`, 'i').test(text)
  return isExcluded || shape.kinds.includes('null') ? [] : [`${name} may be null`]
}

function kindOf(type: number): Kind {
  if (NUMBERS.has(type)) return 'number'
  if (type === BOOLEAN) return 'boolean'
  if (type === BYTES) return 'bytes'
  return ARRAYS.has(type) ? 'array' : 'string'
}

function compareFields(path: string, fields: Fields, row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, { shape, optional }]) =>
    optional && row[name] === undefined ? [] : compareValue(`${path}${name}`, shape, row[name]),
  )
}

function compareValue(path: string, shape: Shape, value: unknown): string[] {
  if (shape === 'any') return []
  const kind = kindOfValue(value)
  if (!shape.kinds.includes(kind)) return [`${path} was ${kind}, not ${shape.kinds.join(' | ')}`]
  if (shape.values && kind !== 'null' && !shape.values.includes(value as string)) {
    return [`${path} was ${JSON.stringify(value)}, not one of its values`]
  }
  if (kind === 'array' && shape.items) {
    return (value as unknown[]).flatMap((item) => compareValue(`${path}[]`, shape.items!, item))
  }
  if (kind === 'object' && shape.fields)
    return compareFields(`${path}.`, shape.fields, value as object as never)
  return []
}

function kindOfValue(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (Buffer.isBuffer(value)) return 'bytes'
  return typeof value as Kind
}
