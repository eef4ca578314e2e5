import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** Maximum number of named statements; one connection keeps fewer, as each holds a plan in the database's memory. */
const MAX_STATEMENTS = 1_000
const OF_A_CONNECTION = 60

const names = new LRUCache<string, string>({ max: MAX_STATEMENTS })
let count = 0

/**
 * Runs a statement that is repeated with other values: the database parses and plans its text once per connection. Not for statements that
 * are better planned for their values, such as a search inside words.
 */
export function runPrepared<T>(db: Kysely<Tables>, statement: RawBuilder<T>): Promise<T[]> {
  return runCompiled(db, statement.compile(db))
}

/** Like `runPrepared`, for a compiled statement. */
export async function runCompiled<T>(db: Kysely<Tables>, compiled: CompiledQuery<T>): Promise<T[]> {
  if (!names.has(compiled.sql)) {
    count += 1
    names.set(compiled.sql, `ullage_${count}`)
  }
  const { rows } = await db.executeQuery<T>(compiled)
  return rows
}

type Run = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** The statements that one connection has prepared, the last used ones at the end. */
export class PreparedStatements {
  private readonly used = new Map<string, true>()
  private readonly run: Run
  /** Statements that the driver considers prepared, by name. */
  private readonly believed: Record<string, unknown>

  constructor(run: Run, believed: Record<string, unknown>) {
    this.run = run
    this.believed = believed
  }

  /** Runs a statement by its name, if it has one. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult> | undefined {
    const name = names.get(text)
    if (!name) return undefined
    this.used.delete(name)
    this.used.set(name, true)
    if (this.used.size > OF_A_CONNECTION) {
      const [oldest] = this.used.keys()
      if (oldest !== undefined) this.forget(oldest)
    }
    return this.run({ name, text, values }).catch((error: { code?: string; message: string }) => {
      // A migration of a newer release has changed a column: planning the statement again fixes it.
      if (error.code !== '0A000' || !error.message.startsWith('cached plan')) throw error
      this.forget(name)
      return this.run(text, values)
    })
  }

  /** Deallocation is impossible in a failed transaction: the statement then stays known. */
  private forget(name: string): void {
    this.used.delete(name)
    this.run(`deallocate ${name}`).then(
      () => delete this.believed[name],
      () => {},
    )
  }
}
