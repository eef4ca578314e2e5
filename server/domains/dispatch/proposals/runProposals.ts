import { sql } from 'kysely'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import { actorOfAccount } from '#server/domains/access/sessions/actorOfSession.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isConnectionLoss } from '#server/platform/database/isConnectionLoss.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { makeProposal } from './makeProposal.ts'
import { SHARED } from './proposeInThread.ts'
import { columns, isFree, type ProposalRow } from './storedProposal.ts'

/** From this hour, in the time zone of the user who enabled it, the following days are planned. */
const NIGHTLY_FROM = '02:00'
const NIGHTLY_UNTIL = '12:00'
const NIGHTLY_DAYS = 7
/** Interval for reporting progress and checking for a request to stop. */
const POLL_MS = 400

/** Runs the requested searches one after the other, and requests the nightly ones when their hour has come. */
export function runProposals(travel: TravelTimes): (context: TaskContext) => Promise<void> {
  return async (context) => {
    await requestNightly(context)
    const failures: unknown[] = []
    while (!context.signal?.aborted) {
      const row = await claim(context)
      if (!row) break
      await run(context, travel, row).catch(async (error: unknown) => {
        if (isConnectionLoss(error)) throw error
        failures.push(error)
        await sql`update dispatch_proposals set asked_at = null, seen_at = null, has_failed = true
          where proposal_id = ${row.proposal_id}`.execute(context.db)
      })
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} proposals failed`)
  }
}

/** Once a day in the user's time zone; stops dropped yesterday may be proposed again. */
async function requestNightly({ db, now }: TaskContext): Promise<void> {
  await sql`
    update dispatch_proposals d set asked_at = ${now}, user_id = null, days = ${NIGHTLY_DAYS}, done = 0, stop = false,
      first_day = due.clock::date, nightly_on = due.clock::date, dropped = '[]', fixed = '[]',
      truck_ids = null
    from (select u.user_id, clock_in(coalesce(p.user_time_zone, 'America/Detroit'), ${now}::timestamptz) as clock
      from users u join people p using (people_id)) due
    where due.user_id = d.nightly_user_id and d.asked_at is null
      and due.clock::time >= ${NIGHTLY_FROM}::time and due.clock::time < ${NIGHTLY_UNTIL}::time
      and (d.nightly_on is null or d.nightly_on < due.clock::date)`.execute(db)
}

async function claim({ db }: TaskContext): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    update dispatch_proposals set seen_at = now(), done = 0 where proposal_id = (
      select proposal_id from dispatch_proposals where asked_at is not null and ${isFree}
      order by asked_at limit 1 for update skip locked)
    returning ${columns}`.execute(db)
  return rows[0]
}

/** @returns whether the search is to stop */
async function reportProgress(db: Database, proposal_id: number, done: number): Promise<boolean> {
  const { rows } = await sql<{
    stop: boolean
  }>`update dispatch_proposals set seen_at = now(), done = ${done}
    where proposal_id = ${proposal_id} returning stop`.execute(db)
  return rows[0]?.stop !== false
}

/** Runs in the name of the requesting user, with their current rights. */
async function run(context: TaskContext, travel: TravelTimes, row: ProposalRow): Promise<void> {
  const { db } = context
  const { proposal_id, first_day, days, truck_ids, fixed, dropped, result } = row
  const by_night = row.user_id === null
  const user_id = row.user_id ?? row.nightly_user_id
  const found = user_id === null ? undefined : await actorOfAccount(db, user_id, row.company_id)
  if (!found?.isActive || !mayPlan(found.actor) || first_day === null || days === null) {
    await sql`update dispatch_proposals set asked_at = null, seen_at = null, has_failed = true
      where proposal_id = ${proposal_id}`.execute(db)
    return
  }
  const shared = new SharedArrayBuffer(8)
  const state = new Int32Array(shared)
  const end = () => Atomics.store(state, SHARED.stop, 1)
  context.signal?.addEventListener('abort', end)
  const poll = setInterval(() => {
    reportProgress(db, proposal_id, Atomics.load(state, SHARED.done))
      .then((isStopped) => isStopped && end())
      // The next poll reports again; a search without reports for long is taken over by another server.
      .catch(() => {})
  }, POLL_MS)
  try {
    if (row.stop) end()
    const question = { first_day, days, truck_ids, by_night, fixed, dropped, before: result }
    const created = await makeProposal(
      { ...context, actor: found.actor, now: new Date() },
      travel,
      question,
      shared,
    )
    clearInterval(poll)
    await sql`update dispatch_proposals set result = ${JSON.stringify(created)}::jsonb, asked_at = null, seen_at = null,
      has_failed = false where proposal_id = ${proposal_id}`.execute(db)
  } finally {
    clearInterval(poll)
    context.signal?.removeEventListener('abort', end)
  }
}

function mayPlan({ loginType, permissions, canSave }: Actor): boolean {
  return canSave && DISPATCH_LOGIN_TYPES.includes(loginType) && permissions.has('shipment_planners.create')
}
