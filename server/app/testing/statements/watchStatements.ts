import fs from 'node:fs'
import {
  AliasNode,
  type CompiledQuery,
  DefaultQueryExecutor,
  IdentifierNode,
  type OperationNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
} from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { type Claim, idOf, keyOf, type Shape } from './claims.ts'
import { compareRows, type ResultColumn } from './compareRows.ts'

// Checks every statement that a test runs on the server against the declared row type. A wrong type fails the test file.

/** Number of rows of a result that are checked; the others are alike. */
const ROWS = 50

interface Watch {
  claims: Map<string, Claim[]>
  problems: Set<string>
  /** The claims that were checked against a result, and those of them already written to the file. */
  seen: Set<Claim>
  written: Set<Claim>
}

const state = globalThis as { watchOfStatements?: Watch }
state.watchOfStatements ??= watch()
const { problems, seen, written } = state.watchOfStatements

afterAll(() => {
  const added = [...seen].filter((claim) => !written.has(claim))
  for (const claim of added) written.add(claim)
  fs.appendFileSync(inject('statements').seen, added.map((claim) => `${idOf(claim)}\n`).join(''))
  const found = [...problems]
  problems.clear()
  expect(found, 'statements whose rows are not of the type that they declare').toEqual([])
})

function watch(): Watch {
  const { claims, optional } = inject('statements')
  const byKey = new Map<string, Claim[]>()
  for (const claim of claims) {
    const key = keyOf(claim.fragments)
    byKey.set(key, [...(byKey.get(key) ?? []), claim])
  }
  const mayBeEmpty = new Map(optional)
  const columnsOf = new WeakMap<object, ResultColumn[]>()
  const watched: Watch = { claims: byKey, problems: new Set(), seen: new Set(), written: new Set() }

  const result = (pg as unknown as { Result: { prototype: DriverResult } }).Result.prototype
  const { addFields } = result
  result.addFields = function (fields) {
    columnsOf.set(
      this.rows,
      fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: dataTypeID,
        source: mayBeEmpty.get(`${tableID}.${columnID}`),
      })),
    )
    addFields.call(this, fields)
  }

  const { executeQuery } = DefaultQueryExecutor.prototype
  DefaultQueryExecutor.prototype.executeQuery = async function <R>(query: CompiledQuery) {
    const response: QueryResult<R> = (await executeQuery.call(this, query)) as QueryResult<R>
    const columns = columnsOf.get(response.rows)
    if (columns) compare(watched, query, columns, response.rows as Readonly<Record<string, unknown>>[])
    return response
  }
  return watched
}

interface DriverResult {
  rows: unknown[]
  addFields(fields: pg.FieldDef[]): void
}

function compare(
  { claims, problems, seen }: Watch,
  { query, sql: text }: CompiledQuery,
  columns: readonly ResultColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
): void {
  for (const [fragments, wrap] of claimed(query)) {
    const matching = claims.get(keyOf(fragments)) ?? []
    for (const claim of matching) seen.add(claim)
    const problemsOf = matching.map(({ at, row }) => {
      return compareRows(wrap(row), text, columns, rows.slice(0, ROWS)).map((problem) => `${at}: ${problem}`)
    })
    // Several places may have the same text for other tables: the statement is one of them.
    if (problemsOf.some((problem) => problem.length === 0)) continue
    for (const problem of problemsOf.flat()) problems.add(problem)
  }
}

/** The typed texts of a statement: its own, or those of the columns that the builder selects. */
function* claimed(
  node: OperationNode,
): Iterable<[fragments: readonly string[], asRow: (shape: Shape) => Shape]> {
  if (RawNode.is(node)) yield [node.sqlFragments, (shape) => shape]
  if (!SelectQueryNode.is(node)) return
  for (const { selection } of node.selections ?? []) {
    if (!AliasNode.is(selection) || !RawNode.is(selection.node) || !IdentifierNode.is(selection.alias))
      continue
    const { name } = selection.alias
    yield [
      selection.node.sqlFragments,
      (shape) => (shape === 'any' ? shape : { kinds: ['object'], fields: { [name]: { shape } } }),
    ]
  }
}

/** The input of a run's tests for checking statements. */
export interface StatementsToWatch {
  claims: Claim[]
  /** The nullable columns: the numbers of table and column, and the name. */
  optional: (readonly [id: string, name: string])[]
  /** The file that collects the claims that were checked. */
  seen: string
}
