import { sql } from 'kysely'
import type { readProposal as call } from '#core/domains/dispatch/proposalCalls.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { selectableRows } from '#server/resources/rights/visible.ts'
import { describeNeeds } from '../describeNeeds.ts'
import { judgeHorizon } from './readProposalNeeds.ts'
import { findStored, type ProposalRow, placesOf, type StoredProposal } from './storedProposal.ts'

type State = ResponseOf<typeof call>
type Proposal = NonNullable<State['proposal']>

/** The progress of a search, or the proposal: what of it is still needed and visible to the reader. */
export async function readProposal(context: Context): Promise<State> {
  const row = await findStored(context)
  if (!row) return { run: null, has_failed: false, truck_ids: null, is_nightly: false, proposal: null }
  const trucks = await readTrucks(context)
  const isRunning = row.asked_at !== null
  return {
    run: isRunning
      ? { share: row.is_run ? row.done / 1000 : 0, is_waiting: !row.is_run, is_stopping: row.stop }
      : null,
    has_failed: row.has_failed,
    truck_ids: chosenOf(row.truck_ids, trucks),
    is_nightly: row.nightly_user_id !== null,
    proposal: isRunning || row.result === null ? null : await describe(context, row, row.result, trucks),
  }
}

/** Those of the chosen trucks that still exist. */
function chosenOf(
  chosen: readonly number[] | null | undefined,
  trucks: ReadonlySet<number>,
): number[] | null {
  const left = (chosen ?? []).filter((truck_id) => trucks.has(truck_id))
  return left.length > 0 ? left : null
}

type StoredRound = StoredProposal['rounds'][number]

interface StopFacts {
  shown: ReadonlyMap<string, Need>
  isFixed: ReadonlySet<string>
  whereWas: (key: string) => { truck_id: number; day: string } | null
  /** There was no proposal before. */
  isFirst: boolean
}

function shownStop(
  { shown, isFixed, whereWas, isFirst }: StopFacts,
  round: Pick<StoredRound, 'truck_id' | 'day'>,
  { key, liters, pieces, arrives_at, detour_meters, alone_meters, time_zone }: StoredRound['stops'][number],
) {
  const need = shown.get(key)
  if (!need) return null
  const was = whereWas(key)
  const isMoved = was !== null && (was.truck_id !== round.truck_id || was.day !== round.day)
  const change = was === null ? ('new' as const) : isMoved ? ('moved' as const) : null
  return {
    ...summaryOf(need),
    time_zone: time_zone ?? null,
    ...{ quantity_liters: liters, arrives_at, detour_meters, alone_meters, is_fixed: isFixed.has(key) },
    compartments: pieces.map(({ compartment }) => compartment),
    change: isFirst ? null : change,
    was: isMoved ? was : null,
  }
}

function shownLeftOut(
  { shown, whereWas }: StopFacts,
  trucks: ReadonlySet<number>,
  { key, why, detour_meters, idle = [] }: StoredProposal['left_out'][number],
) {
  const need = shown.get(key)
  const seen = idle.filter(({ truck_id }) => trucks.has(truck_id))
  return need ? { ...summaryOf(need), why, detour_meters, idle: seen, was: whereWas(key) } : null
}

const keyOf = ({ port, line }: Awaited<ReturnType<typeof judgeHorizon>>[number]) =>
  line ? `line:${line.document_detail_id}` : `tank:${port}`

async function describe(
  context: Context,
  row: ProposalRow,
  stored: StoredProposal,
  trucks: ReadonlySet<number>,
): Promise<Proposal> {
  const needs = await judgeHorizon(context, stored)
  const shown = new Map((await describeNeeds(context, needs)).map((need) => [need.key, need]))
  const known = new Set(stored.known)
  const before = new Map(stored.before?.map(({ key, truck_id, day }) => [key, { truck_id, day }]))
  const isFixed = new Set(row.fixed.map(({ key }) => key))
  const whereWas = (key: string) => before.get(key) ?? null
  const facts = { shown, isFixed, whereWas, isFirst: stored.before === null }
  const rounds = stored.rounds
    .filter(({ truck_id }) => trucks.has(truck_id))
    .map(({ stops, ...round }) => ({
      ...round,
      time_zone: round.time_zone ?? null,
      aboard: round.aboard ?? { stops: 0, liters: 0 },
      stops: stops.flatMap((stop) => shownStop(facts, round, stop) ?? []),
    }))
    .filter(({ stops }) => stops.length > 0)
  const placed = placesOf(stored)
  const isPlaced = new Set(placed.map(({ key }) => key))
  const stops = rounds.flatMap((round) => round.stops)
  return {
    made_at: stored.made_at,
    ...{ first_day: stored.first_day, days: stored.days, by_night: stored.by_night, source: stored.source },
    truck_ids: chosenOf(stored.truck_ids, trucks),
    rounds,
    left_out: stored.left_out.flatMap((item) => shownLeftOut(facts, trucks, item) ?? []),
    changes: stored.before && {
      added: stops.filter(({ change }) => change === 'new').length,
      moved: stops.filter(({ change }) => change === 'moved').length,
      removed: stored.before.filter(({ key }) => !isPlaced.has(key) && shown.has(key)).length,
    },
    gone: placed.filter(({ key }) => !shown.has(key)).length,
    fresh: needs.filter((judged) => judged.need.rank !== 'could' && !known.has(keyOf(judged))).length,
  }
}

type Need = Awaited<ReturnType<typeof describeNeeds>>[number]

function summaryOf(need: Need) {
  const { key, rank, reason, params, latest, place, device_id, document_number } = need
  const { company_title, product_title, color, latitude, longitude } = need
  return {
    ...{ key, rank, reason, params, latest, place, device_id, document_number },
    ...{ company_title, product_title, color, latitude, longitude },
  }
}

async function readTrucks({ db, actor }: Context): Promise<Set<number>> {
  const { rows } = await sql<{ truck_id: number }>`
    select truck_id from tanker_trucks t where ${selectableRows(actor, tanker_trucks, 't')}`.execute(db)
  return new Set(rows.map(({ truck_id }) => truck_id))
}
