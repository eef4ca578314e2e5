import { sql } from 'kysely'
import type { PROPOSAL_LEFT_OUT } from '#core/domains/dispatch/proposalCalls.ts'
import type { IDLE_REASONS } from '#core/domains/dispatch/proposing/proposal.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'

/** Where a stop was proposed. */
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
  /** Of its site; what an older release proposed does not tell it. */
  time_zone?: string | null
  detour_meters: number
  alone_meters: number | null
}

export interface StoredRound {
  truck_id: number
  day: string
  departs_at: string
  ends_at: string
  /** Of the home of its truck; what an older release proposed does not tell it. */
  time_zone?: string
  meters: number
  driving_seconds: number
  stops: StoredStop[]
}

export interface IdleTruck {
  truck_id: number
  why: (typeof IDLE_REASONS)[number]
}

interface StoredLeftOut {
  key: string
  why: (typeof PROPOSAL_LEFT_OUT)[number]
  detour_meters: number | null
  /** Trucks that could bring it and go out on none of the days; an older release did not store them. */
  idle?: IdleTruck[]
}

/** A proposal as it lies in the database: what is told of places and products is read anew each time. */
export interface StoredProposal {
  made_at: string
  first_day: string
  days: number
  by_night: boolean
  source: 'roads' | 'estimate'
  /** Those that were chosen; nothing for all, and in what was made before one could choose. */
  truck_ids?: number[] | null
  rounds: StoredRound[]
  left_out: StoredLeftOut[]
  /** Where what the proposal before held was to go; nothing for a first one. */
  before: Placed[] | null
  /** What was known when it was made, also what was accepted since. */
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

/** s after which somebody who works at a proposal and is not heard of has ended. */
const SILENT = 30

export const columns = sql`proposal_id, company_id, own_user_id, user_id, first_day::text as first_day, days, truck_ids, asked_at, done,
  stop, asked_at is not null and coalesce(seen_at > now() - ${SILENT} * interval '1 second', false) as is_run, has_failed, fixed, dropped,
  result, nightly_user_id`

/** Nobody works at it. */
export const isFree = sql<boolean>`(seen_at is null or seen_at < now() - ${SILENT} * interval '1 second')`

/** An account that sees only some devices of its company has a proposal of its own; all others of a company share one. */
const ownerOf = ({ limits, user_id }: Actor) => (Object.keys(limits).length > 0 ? user_id : null)

const isOwn = ({ actor }: Context) =>
  sql<boolean>`company_id = ${actor.company_id} and own_user_id is not distinct from ${ownerOf(actor)}`

/** The proposal of those for whom the actor plans, if there was one ever. */
export async function findStored(context: Context): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    select ${columns} from dispatch_proposals where ${isOwn(context)}`.execute(context.db)
  return rows[0]
}

/** The same, held until the transaction ends, and made where there was none. @throws Refusal 404 for an account of no company */
export async function lockStored(context: Context): Promise<ProposalRow> {
  const { db, actor } = context
  if (actor.company_id === null) throw notFound('company_id')
  await sql`insert into dispatch_proposals (company_id, own_user_id) values (${actor.company_id}, ${ownerOf(actor)})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<ProposalRow>`
    select ${columns} from dispatch_proposals where ${isOwn(context)} for no key update`.execute(db)
  return rows[0]!
}

/** Keeps what is left of a proposal. */
export async function storeResult(
  { db }: Context,
  proposal_id: number,
  result: StoredProposal | null,
): Promise<void> {
  await sql`update dispatch_proposals set result = ${result === null ? null : JSON.stringify(result)}::jsonb
    where proposal_id = ${proposal_id}`.execute(db)
}

/** Where each stop of a proposal is. */
export function placesOf({ rounds }: StoredProposal): Placed[] {
  return rounds.flatMap(({ truck_id, day, stops }) => stops.map(({ key }) => ({ key, truck_id, day })))
}

/** A need as the board names it. */
export function keyOf(port: number | null, line: { document_detail_id: number } | null): string {
  return line ? `line:${line.document_detail_id}` : `tank:${port}`
}

/** The tank or the line of an order that a need is for. */
export function wantedOf(key: string): { device_ports_id?: number; document_detail_id?: number } {
  const [kind, id] = key.split(':')
  return kind === 'line' ? { document_detail_id: Number(id) } : { device_ports_id: Number(id) }
}
