import type pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** The work of a statement: rows read from tables and indexes, tables read in full, and the largest sort. */
export interface Explained {
  rowsRead: number
  scannedWhole: string[]
  /** Rows of the largest sort; 0 without a sort. */
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

/** Maximum rows of tables that are best read in full. */
const SMALL = 1_000
/** Statements that take longer are reported as such, without waiting. */
const TIMEOUT = '15s'
const CANCELLED = '57014'

/** Runs a statement once more and reports its work; undefined when it takes too long. */
export async function explain(client: pg.ClientBase, statement: Statement): Promise<Explained | undefined> {
  await client.query(`set statement_timeout = '${TIMEOUT}'`)
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

/** A sort that stops after a page has still read all of its input. */
function largestInput(node: PlanNode): number {
  return Math.max(...(node.Plans ?? []).map((plan) => plan['Actual Rows']))
}
