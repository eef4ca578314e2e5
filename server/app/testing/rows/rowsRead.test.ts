import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { listKeyOf, pathOf, type Resource, tableOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { inTurn } from '../../../../scripts/turns.mjs'
import { describeOver, isOver, MIN_LIMIT, readingOf } from './judgePlans.ts'
import { compareWithKnown, type OverLimit, readKnown } from './knownReadings.ts'
import { listCases } from './listCases.ts'
import { type Account, type Fleet, openFleet } from './openFleet.ts'

const GROWING = (Object.values(registry) as Resource[]).filter(({ staysSmall }) => !staysSmall)

/** Two kinds are measured at once: while the database reads for one, the statements of the other are built. */
const MAX_CONCURRENT = 2
let fleets: Fleet[]
const waiting: ((fleet: Fleet) => void)[] = []
beforeAll(async () => {
  fleets = [await openFleet()]
  while (fleets.length < MAX_CONCURRENT) fleets.push(await openFleet())
}, 180_000)
afterAll(async () => {
  for (const fleet of fleets) await fleet.close()
})

async function withFleet<T>(work: (fleet: Fleet) => Promise<T>): Promise<T> {
  const fleet = fleets.pop() ?? (await new Promise<Fleet>((resolve) => waiting.push(resolve)))
  try {
    return await work(fleet)
  } finally {
    const next = waiting.shift()
    if (next) next(fleet)
    else fleets.push(fleet)
  }
}

test('the fleet has enough records of each kind to notice when all of them are read', async () => {
  const few: string[] = []
  await withFleet(async ({ db }) => {
    for (const kind of GROWING) {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from ${sql.table(tableOf(kind))}`.execute(db)
      if (rows[0]!.count < 2 * MIN_LIMIT) few.push(`${kind.name}: ${rows[0]!.count}`)
    }
  })
  expect(few).toEqual([])
})

test('every known reading is of an existing list or call', () => {
  const names = GROWING.map(({ name }) => name)
  expect(readKnown().filter(({ what }) => !names.includes(what) && !what.includes(' '))).toEqual([])
})

test.concurrent.each(inTurn(GROWING).map((kind) => [kind.name, kind] as const))(
  'lists of %s read no more than they show',
  (name, kind) =>
    withFleet(async (fleet) => {
      const over: OverLimit[] = []
      for (const account of accountsOf(fleet, kind)) {
        for (const { parts, query } of listCases(kind)) {
          const { answer, ran } = await fleet.call(account, `GET ${pathOf(kind)}`, { query })
          const page = Number(query['page_size'] ?? query['limit'])
          const reading = readingOf(ran, Math.max(page, answer[listKeyOf(kind)].length))
          if (isOver(reading)) over.push({ account, parts, text: describeOver(reading) })
        }
      }
      expect(compareWithKnown(name, over)).toEqual({ unlisted: [], outdated: [] })
    }),
  120_000,
)

/** The accounts that read a kind, one for each different statement. */
function accountsOf({ actors, db }: Fleet, kind: Resource): Account[] {
  const seen = new Set<string>()
  return [...actors].flatMap(([account, actor]) => {
    const rows = rowsOf({ actor, db } as Context, kind).selectAll(kind.name)
    const { sql: text, parameters } = rows.compile()
    const key = `${text} ${JSON.stringify(parameters)}`
    if (!mayRead(actor, kind) || seen.has(key)) return []
    seen.add(key)
    return [account]
  })
}
