import { sql } from 'kysely'
import type {
  changeProposal as change,
  proposeAgain as propose,
} from '#core/domains/dispatch/proposalCalls.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { selectableRows } from '#server/resources/rights/visible.ts'
import { requireUpdate } from '../draftRounds.ts'
import { todayOf } from '../listNeeds.ts'
import { readProposal } from './readProposal.ts'
import { lockStored, type Placed, placesOf, type StoredProposal, storeResult } from './storedProposal.ts'

type State = ResponseOf<typeof propose>

/** Requests rounds and starts the search at once. A search already running continues. */
export async function proposeAgain(
  context: Context,
  { first_day, days, truck_ids }: ReceivedBy<typeof propose>['body'],
): Promise<State> {
  requireUpdate(context)
  if (truck_ids) await requireTrucks(context, truck_ids)
  const { proposal_id, asked_at, fixed } = await lockStored(context)
  if (asked_at === null) {
    const chosen = truck_ids ? JSON.stringify([...new Set(truck_ids)]) : null
    // Leaving a truck out drops its fixed loads.
    const remaining = fixed.filter(({ truck_id }) => !truck_ids || truck_ids.includes(truck_id))
    await sql`update dispatch_proposals set asked_at = ${context.now}, seen_at = null, done = 0, stop = false,
        has_failed = false, user_id = ${context.actor.user_id}, first_day = ${first_day}, days = ${days},
        truck_ids = ${chosen}::jsonb, fixed = ${JSON.stringify(remaining)}::jsonb
      where proposal_id = ${proposal_id}`.execute(context.db)
  }
  return readProposal(context)
}

/** @throws Refusal 404 if one of them is not a truck that the actor may send */
async function requireTrucks({ db, actor }: Context, truck_ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(truck_ids)]
  const { rows } = await sql<{ truck_id: number }>`
    select t.truck_id from tanker_trucks t where t.truck_id = any(${wanted}::int8[]) and t.vehicle_type = 'truck'
      and ${selectableRows(actor, tanker_trucks, 't')}`.execute(db)
  if (rows.length < wanted.length) throw notFound('truck_ids')
}

/** Stops the search, or changes the proposal and what a new search keeps of it. */
export async function changeProposal(
  context: Context,
  { stop, discard, fix = [], free = [], drop = [], restore = [], nightly }: ReceivedBy<typeof change>['body'],
): Promise<State> {
  requireUpdate(context)
  const { db, actor } = context
  const row = await lockStored(context)
  const { proposal_id } = row
  if (stop)
    await sql`update dispatch_proposals set stop = true where proposal_id = ${proposal_id}`.execute(db)
  if (nightly !== undefined) {
    await sql`update dispatch_proposals set nightly_user_id = ${nightly ? actor.user_id : null},
        nightly_on = ${nightly ? todayOf(context) : null} where proposal_id = ${proposal_id}`.execute(db)
  }
  if (discard) {
    await sql`update dispatch_proposals set result = null, fixed = '[]', dropped = '[]', has_failed = false
      where proposal_id = ${proposal_id}`.execute(db)
    return readProposal(context)
  }
  const places = row.result ? placesOf(row.result) : []
  const gone = new Set([...free, ...drop])
  const fixed: Placed[] = [
    ...row.fixed.filter(({ key }) => !gone.has(key) && !fix.includes(key)),
    ...places.filter(({ key }) => fix.includes(key) && !gone.has(key)),
  ]
  const known = new Set(row.result?.known ?? [])
  const dropped = [...new Set([...row.dropped, ...drop.filter((key) => known.has(key))])].filter(
    (key) => !restore.includes(key),
  )
  await sql`update dispatch_proposals set fixed = ${JSON.stringify(fixed)}::jsonb,
    dropped = ${JSON.stringify(dropped)}::jsonb where proposal_id = ${proposal_id}`.execute(db)
  if (row.result && drop.length > 0) await storeResult(context, proposal_id, without(row.result, drop))
  return readProposal(context)
}

/** A proposal in which these stops are left out as dropped. */
function without(stored: StoredProposal, keys: readonly string[]): StoredProposal {
  const gone = placesOf(stored).filter(({ key }) => keys.includes(key))
  return {
    ...takeStops(stored, keys),
    left_out: [
      ...stored.left_out,
      ...gone.map(({ key }) => ({ key, why: 'dropped' as const, detour_meters: null })),
    ],
  }
}

/** A proposal without some of its stops. */
export function takeStops(stored: StoredProposal, keys: readonly string[]): StoredProposal {
  const isGone = new Set(keys)
  return {
    ...stored,
    rounds: stored.rounds
      .map((round) => ({ ...round, stops: round.stops.filter(({ key }) => !isGone.has(key)) }))
      .filter(({ stops }) => stops.length > 0),
  }
}
