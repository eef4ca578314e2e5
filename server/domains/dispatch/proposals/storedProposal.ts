import { sql } from 'kysely'
import type { PROPOSAL_LEFT_OUT } from '#core/domains/dispatch/proposalCalls.ts'
import type { IDLE_REASONS } from '#core/domains/dispatch/proposing/proposal.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'

/** Truck and day of a proposed stop. */
export interface Placed {
  key: string
  truck_id: number
  day: string
}

export interface StoredStop {
  key: string
  quantity: string
  unit_id: number
  liters: number
  pieces: { compartment: number; quantity: string }[]
  arrives_at: string
  /** Time zone of its site; absent from proposals of older releases. */
  time_zone?: string | null
  detour_meters: number
  alone_meters: number | null
}

export interface StoredRound {
  truck_id: number
  day: string
  departs_at: string
  ends_at: string
  /** Time zone of its truck's home; absent from proposals of older releases. */
  time_zone?: string
  meters: number
  driving_seconds: number
  stops: StoredStop[]
  /** What the draft already had; absent from proposals of older releases. */
  aboard?: { stops: number; liters: number }
}

export interface IdleTruck {
  truck_id: number
  why: (typeof IDLE_REASONS)[number]
}

interface StoredLeftOut {
  key: string
  why: (typeof PROPOSAL_LEFT_OUT)[number]
  detour_meters: number | null
  /** Trucks that could deliver it but go out on none of the days; absent from proposals of older releases. */
  idle?: IdleTruck[]
}

/** A proposal as stored; facts of places and products are reread each time. */
export interface StoredProposal {
  made_at: string
  first_day: string
  days: number
  by_night: boolean
  source: 'roads' | 'estimate'
  /** The chosen trucks; null for all, absent from proposals of older releases. */
  truck_ids?: number[] | null
  rounds: StoredRound[]
  left_out: StoredLeftOut[]
  /** Placement of the previous proposal's stops; null for a first one. */
  before: Placed[] | null
  /** Keys known when it was made, including those accepted since. */
  known: string[]
}

export interface ProposalRow {
  proposal_id: number
  company_id: number
  own_user_id: number | null
  user_id: number | null
  first_day: string | null
  days: number | null
  truck_ids: number[] | null
  asked_at: Date | string | null
  done: number
  stop: boolean
  is_run: boolean
  has_failed: boolean
  fixed: Placed[]
  dropped: string[]
  result: StoredProposal | null
  nightly_user_id: number | null
}

/** A search without a report for this long has ended. */
const TIMEOUT_SECONDS = 30

export const columns = sql`proposal_id, company_id, own_user_id, user_id, first_day::text as first_day, days, truck_ids, asked_at, done,
  stop, asked_at is not null and coalesce(seen_at > now() - ${TIMEOUT_SECONDS} * interval '1 second', false) as is_run, has_failed, fixed, dropped,
  result, nightly_user_id`

/** No server is working on it. */
export const isFree = sql<boolean>`(seen_at is null or seen_at < now() - ${TIMEOUT_SECONDS} * interval '1 second')`

/** An account limited to some devices has its own proposal; all others of a company share one. */
const ownerOf = ({ limits, user_id }: Actor) => (Object.keys(limits).length > 0 ? user_id : null)

const isOwn = ({ actor }: Context) =>
  sql<boolean>`company_id = ${actor.company_id} and own_user_id is not distinct from ${ownerOf(actor)}`

/** The proposal of the actor's company or account, if there ever was one. */
export async function findStored(context: Context): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    select ${columns} from dispatch_proposals where ${isOwn(context)}`.execute(context.db)
  return rows[0]
}

/**
 * The stored proposal, locked until the transaction ends, and created if missing.
 * @throws Refusal 404 for an account without a company
 */
export async function lockStored(context: Context): Promise<ProposalRow> {
  const { db, actor } = context
  if (actor.company_id === null) throw notFound('company_id')
  await sql`insert into dispatch_proposals (company_id, own_user_id) values (${actor.company_id}, ${ownerOf(actor)})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<ProposalRow>`
    select ${columns} from dispatch_proposals where ${isOwn(context)} for no key update`.execute(db)
  return firstOf(rows)
}

/** Stores the rest of a proposal. */
export async function storeResult(
  { db }: Context,
  proposal_id: number,
  result: StoredProposal | null,
): Promise<void> {
  await sql`update dispatch_proposals set result = ${result === null ? null : JSON.stringify(result)}::jsonb
    where proposal_id = ${proposal_id}`.execute(db)
}

/** Placement of each stop of a proposal. */
export function placesOf({ rounds }: StoredProposal): Placed[] {
  return rounds.flatMap(({ truck_id, day, stops }) => stops.map(({ key }) => ({ key, truck_id, day })))
}

/** Key of a need, as on the board. */
export function keyOf(port: number | null, line: { document_detail_id: number } | null): string {
  return line ? `line:${line.document_detail_id}` : `tank:${port}`
}

/** The tank or order line of a need. */
export function wantedOf(key: string): { device_ports_id?: number; document_detail_id?: number } {
  const [kind, id] = key.split(':')
  return kind === 'line' ? { document_detail_id: Number(id) } : { device_ports_id: Number(id) }
}
