import type pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** What a statement did: rows that it took from tables and indexes, tables read whole, and the largest sort. */
export interface Explained {
  rowsRead: number
  scannedWhole: string[]
  /** Rows of the largest sort; 0 when nothing was sorted. */
  sorted: number
  ms: number
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Tables so small that to read them whole is the best way, rows. */
const SMALL = 1_000
/** What takes longer is told as such, and not waited for. */
const LONGEST = '15s'
const CANCELLED = '57014'

/** Runs a statement once more and tells what it did; nothing when it takes too long. */
export async function explain(client: pg.ClientBase, statement: Statement): Promise<Explained | undefined> {
  await client.query(`set statement_timeout = '${LONGEST}'`)
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
      `explain (analyze, timing off, format json) ${statement.text}`,
      statement.values,
    )
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN']
    const nodes = allOf(plan)
    const scans = nodes.filter(isScan)
    const whole = scans.filter((node) => node['Node Type'].includes('Seq Scan') && readBy(node) > SMALL)
    return {
      rowsRead: Math.round(scans.reduce((sum, node) => sum + readBy(node), 0)),
      scannedWhole: [...new Set(whole.map((node) => node['Relation Name'] ?? ''))],
      sorted: Math.max(0, ...nodes.filter(isSort).map((node) => largestInput(node))),
      ms,
    }
  } catch (error) {
    if ((error as { code?: string }).code === CANCELLED) return undefined
    throw error
  }
}

function allOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)]
}

function isScan({ 'Node Type': type, 'Relation Name': relation }: PlanNode): boolean {
  return type.endsWith('Scan') && relation !== undefined
}

function isSort({ 'Node Type': type }: PlanNode): boolean {
  return type === 'Sort' || type === 'Incremental Sort'
}

function readBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}

/** A sort that stops after a page has still looked at all that came in. */
function largestInput(node: PlanNode): number {
  return Math.max(...(node.Plans ?? []).map((one) => one['Actual Rows']))
}
