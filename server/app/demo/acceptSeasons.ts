import type { Database } from '#server/platform/database/database.ts'
import type { Ids } from './facts.ts'
import { demoFleet } from './fleet.ts'
import { dryingSeason } from './tankWorld.ts'

const DAY = 86_400_000

/** While a dryer's season lasts, its use is the usual one: it was reported as a loss when it began, and a person has accepted it since. */
export async function acceptSeasons(db: Database, devices: Ids, now: number): Promise<void> {
  const today = Math.floor(now / DAY)
  for (const { public_id, ports } of demoFleet()) {
    for (const { port_number, nature } of ports) {
      const { begins, ends } = dryingSeason(nature.seed, today)
      const device_id = devices.get(public_id)
      if (nature.rhythm !== 'dryer' || today < begins || today >= ends || device_id === undefined) continue
      const since = new Date(begins * DAY).toISOString().slice(0, 10)
      await db
        .insertInto('tank_judgements')
        .values({ device_id, port_number, judged_day: since, usual_since: since })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}
