import { registry } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import type { PlanNode, RanStatement } from './watchPlans.ts'

/** Rows that a list or a call has read. */
export interface Reading {
  /** Statements run, including statements of functions and triggers. */
  statements: number
  /** The most rows that one node of a statement read, and its limit. */
  rows: number
  limit: number
  /** That node: `Seq Scan devices`. */
  node: string
  /** The worst factor between a node's rows and the planner's estimate. */
  estimateOff: number
}

/** Rows that a node may read per row of a page. */
const MAX_PER_ROW = 50
/** The limit for a small page: 2,000 matching records are gathered before sorting, and one more. */
export const MIN_LIMIT = 2_001
/** A count stops after ten thousand rows; it may skip as many others as a page may read. */
const COUNT = 10_001 + MIN_LIMIT
const IS_COUNT = /^\s*select count\(\*\) as count from \(/

/** Factor by which an acceptable estimate may be off. */
const ESTIMATE_OFF = 1_000

/** Tables with at most some hundred rows. */
const SMALL = new Set(
  (Object.values(registry) as Resource[]).filter(({ staysSmall }) => staysSmall).map((kind) => tableOf(kind)),
)

/** Judges the statements of a page of `pageRows`, by the one nearest to or furthest beyond its limit. */
export function readingOf(ran: readonly RanStatement[], pageRows: number): Reading {
  const page = Math.max(MAX_PER_ROW * pageRows, MIN_LIMIT)
  let worst: Reading = { statements: ran.length, rows: 0, limit: page, node: '', estimateOff: 1 }
  for (const same of byText(ran)) {
    const limit = IS_COUNT.test(same[0]!.text) ? COUNT : page
    const { rows, node } = mostRead(same)
    const estimateOff = Math.max(worst.estimateOff, ...same.map(({ plan }) => worstEstimate(plan, false)))
    worst =
      rows / limit > worst.rows / worst.limit
        ? { ...worst, rows, limit, node, estimateOff }
        : { ...worst, estimateOff }
  }
  return worst
}

export function isOver({ rows, limit, estimateOff }: Reading): boolean {
  return rows > limit || estimateOff > ESTIMATE_OFF
}

/** Describes how a reading exceeds its limit. */
export function describeOver({ rows, limit, node, estimateOff }: Reading): string {
  if (rows > limit) return `${rows} rows by ${node}, at most ${limit}`
  return `${Math.round(estimateOff)} times as many rows as expected, or as few`
}

/** A statement that runs several times, such as in a function called per row, counts as one with looping nodes. */
function byText(ran: readonly RanStatement[]): RanStatement[][] {
  const groups = new Map<string, RanStatement[]>()
  for (const item of ran) groups.set(item.text, [...(groups.get(item.text) ?? []), item])
  return [...groups.values()]
}

function mostRead(same: readonly RanStatement[]): { rows: number; node: string } {
  const plans = same.map(({ plan }) => nodesOf(plan))
  const rows = plans[0]!.map((_, at) =>
    plans.reduce((sum, nodes) => sum + (nodes[at] ? rowsRead(nodes[at]) : 0), 0),
  )
  const most = Math.max(...rows)
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = plans[0]![rows.indexOf(most)]!
  return { rows: most, node: [type, table, index].filter(Boolean).join(' ') }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** Rows that a node returned and removed, in all its loops. Finding one row of a table that stays small may read all of it. */
function rowsRead(node: PlanNode): number {
  const loops = node['Actual Loops'] ?? 0
  if (isSmall(node) || node.Plans?.some(isSmall))
    return Math.round(Math.min(node['Actual Rows'] ?? 0, 1) * loops)
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(((node['Actual Rows'] ?? 0) + removed) * loops)
}

function isSmall({ 'Relation Name': table }: PlanNode): boolean {
  return table !== undefined && SMALL.has(table)
}

/** Nodes that read all of their input before they return a row. */
const READS_ALL = ['Sort', 'Hash', 'Aggregate', 'Bitmap Heap Scan']

/** The error of a plan's worst estimate. Fewer rows than expected are not an error where the node above stops early. */
function worstEstimate(node: PlanNode, mayStop: boolean): number {
  const { 'Actual Rows': actual, 'Plan Rows': planned, 'Actual Loops': loops, 'Node Type': type } = node
  const [came, expected] = [Math.max(1, actual ?? 0), Math.max(1, planned)]
  // Combined bitmaps report no rows.
  const off =
    !loops || /BitmapOr|BitmapAnd/.test(type)
      ? 1
      : came > expected
        ? came / expected
        : mayStop
          ? 1
          : expected / came
  const stops = !READS_ALL.includes(type) && (mayStop || /Limit|Nested Loop|Merge Join/.test(type))
  return Math.max(
    off,
    ...(node.Plans ?? []).map((below) =>
      worstEstimate(below, stops || below['Parent Relationship'] === 'SubPlan'),
    ),
  )
}
