import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How long a server keeps its places at the broker without a sign of life. */
export const LEASE_SECONDS = 20

/**
 * The places at an external broker. A place is a client id, and with it a session in which the broker keeps messages
 * while nobody is connected; a server has it as a lease in the database that all share. What a dead server leaves behind
 * is taken over by a living one when its lease has ended.
 */
export interface BrokerSlots {
  /** Takes so many places of this server's name: its own of the last time, as long as nobody else has them. */
  acquire: (count: number) => Promise<string[]>
  /** Says that this server lives. @returns the places that it still has. */
  renew: () => Promise<Set<string>>
  /** Takes places whose server has gone; not just after a time in which no server could say that it lives. */
  takeOver: () => Promise<string[]>
  /** Gives a place up whose session is empty and has ended. */
  forget: (client_id: string) => Promise<void>
  /** Leaves all places, with what waits in them, to whoever comes next. */
  release: () => Promise<void>
}

/** Two servers that were given the same name share it without getting in each other's way. */
const MOST_TRIES = 1000
const AT_ONCE = 8

export function openBrokerSlots(db: Database, name: string, clock: () => number = Date.now): BrokerSlots {
  const holder = randomUUID()
  /** When this server last said that it lives, and until when the others are given time to say so as well. */
  let saidAt = Number.NEGATIVE_INFINITY
  let othersMaySayUntil = Number.NEGATIVE_INFINITY
  const until = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
  return {
    acquire: async (count) => {
      const taken: string[] = []
      for (let index = 0; taken.length < count && index < MOST_TRIES; index++) {
        const { rows } = await sql<{ client_id: string }>`
          insert into broker_slots as s (client_id, holder, leased_until)
          values (${`ullage-${name}-${index}`}, ${holder}, ${until})
          on conflict (client_id) do update set holder = excluded.holder, leased_until = excluded.leased_until
            where s.leased_until < now()
          returning client_id`.execute(db)
        taken.push(...rows.map(({ client_id }) => client_id))
      }
      return taken
    },
    renew: async () => {
      const { rows } = await sql<{ client_id: string }>`
        update broker_slots set leased_until = ${until} where holder = ${holder} returning client_id`.execute(
        db,
      )
      // As nobody heard this server, nobody heard the others: while the database was away every lease has ended.
      if (clock() - saidAt > (LEASE_SECONDS * 1000) / 2) othersMaySayUntil = clock() + LEASE_SECONDS * 1000
      saidAt = clock()
      return new Set(rows.map(({ client_id }) => client_id))
    },
    takeOver: async () => {
      if (clock() < othersMaySayUntil) return []
      const { rows } = await sql<{ client_id: string }>`
        update broker_slots set holder = ${holder}, leased_until = ${until} where client_id in (
          select client_id from broker_slots where leased_until < now() order by client_id limit ${AT_ONCE}
          for update skip locked)
        returning client_id`.execute(db)
      return rows.map(({ client_id }) => client_id)
    },
    forget: async (client_id) => {
      await db
        .deleteFrom('broker_slots')
        .where('client_id', '=', client_id)
        .where('holder', '=', holder)
        .execute()
    },
    release: async () => {
      await sql`update broker_slots set leased_until = '-infinity' where holder = ${holder}`.execute(db)
    },
  }
}
