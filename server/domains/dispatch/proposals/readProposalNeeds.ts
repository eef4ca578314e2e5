import { sql } from 'kysely'
import { windowsOn } from '#core/domains/companies/windowsOn.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import type { ProposableNeed } from '#core/domains/dispatch/proposing/proposal.ts'
import type { Window } from '#core/domains/dispatch/routing/problem.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { LITRES_PER_GALLON } from '#core/domains/shipments/trucks/vehicleFigures.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { WeekWindow } from '#core/platform/time/weekWindows.ts'
import { loadsOf } from '#server/domains/shipments/checkShipment.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { readTanks } from '#server/domains/shipments/readTanks.ts'
import { SERVICE_MINUTES } from '#server/domains/shipments/route/timeRoutes.ts'
import type { Context } from '#server/platform/context.ts'
import { middleOfPostalCode } from '#server/platform/postalCodes.ts'
import type { JudgedNeed } from '../describeNeeds.ts'
import { judgeAll, mostPressingFirst, todayOf } from '../listNeeds.ts'
import { loadsOfWanted, readWanted } from '../readWanted.ts'
import { keyOf, type StoredProposal, wantedOf } from './storedProposal.ts'

/** More than trucks deliver in a week; of more needs, the most urgent. */
const MAX_NEEDS = 1500
/** Share of its size that a tank takes at its reorder level. */
const DUE_SHARE = 0.7
const DAY = 86_400_000

/** The planned days in a time zone; all seconds count from midnight of the first day. */
export interface Horizon {
  first_day: string
  days: number
  zone: string
  start: Date
}

/** A need with its load and place. Its index among the places and the possible trucks are added later. */
export interface PlacedNeed {
  need: Omit<ProposableNeed, 'place' | 'truckDays' | 'fixed'>
  place: Place
  /** Time zone of the site, or else of the device. */
  time_zone: string | null
  company_id: number
  quantity: string
  unit_id: number
}

export interface ProposalNeeds {
  needs: PlacedNeed[]
  leftOut: StoredProposal['left_out']
}

/** All needs of the days planned together, most urgent first. */
export async function judgeHorizon(
  context: Context,
  { first_day, days }: Pick<Horizon, 'first_day' | 'days'>,
): Promise<JudgedNeed[]> {
  const last = addDays(first_day, days - 1)
  const { needs } = await judgeAll(context, {}, { today: todayOf(context), day: first_day, last })
  return needs.toSorted(mostPressingFirst).slice(0, MAX_NEEDS)
}

/**
 * Possible deliveries on the days, each as large as its tank can take; those that cannot be planned is listed with
 * the reason.
 */
export async function readProposalNeeds(
  context: Context,
  horizon: Horizon,
  dropped: ReadonlySet<string>,
): Promise<ProposalNeeds> {
  const judged = await judgeHorizon(context, horizon)
  const places = await readPlaces(context, judged)
  const leftOut: ProposalNeeds['leftOut'] = []
  const open = judged.filter(({ port, line }) => {
    const key = keyOf(port, line)
    const why = dropped.has(key) ? 'dropped' : places.has(key) ? null : 'no_position'
    if (why) leftOut.push({ key, why, detour_meters: null })
    return !why
  })
  const wanted = open.map(({ port, line }) => wantedOf(keyOf(port, line)))
  const rows = await loadsOfWanted(context, wanted, await readWanted(context, wanted), 'leave out')
  const loads = await loadsOf(context, rows, await readTanks(context, rows, null))
  const byKey = new Map(rows.map((row, index) => [keyOfLoad(row), { row, load: itemAt(loads, index) }]))
  const needs = open.flatMap((item): PlacedNeed[] => {
    const key = keyOf(item.port, item.line)
    const place = getOrThrow(places, key)
    const found = byKey.get(key)
    const isLittle = !found || (item.need.rank !== 'must' && found.load.quantity < place.smallest_drop)
    if (isLittle) {
      leftOut.push({ key, why: 'too_little', detour_meters: null })
      return []
    }
    return [
      {
        ...placed(horizon, { key, one: item, place, load: found.load }),
        quantity: String(found.row.quantity),
        unit_id: Number(found.row.unit_id),
      },
    ]
  })
  return { needs, leftOut }
}

interface FoundNeed {
  key: string
  one: Awaited<ReturnType<typeof judgeHorizon>>[number]
  place: NeedPlace
  load: Awaited<ReturnType<typeof loadsOf>>[number]
}

/** A need with its place, and the hours and the latest day of its delivery. */
function placed(horizon: Horizon, { key, one, place, load }: FoundNeed) {
  const { quantity: litres, compartment: _, ...rest } = load
  return {
    need: {
      ...{ key, rank: one.need.rank, load: rest, litres },
      isGas: place.product_group === LIQUEFIED_GAS,
      dueLitres: Math.max(litres, DUE_SHARE * place.capacity),
      service: SERVICE_MINUTES * 60,
      windows: windowsWithin(horizon, place),
      latest: Math.max(0, daysBetween(horizon.first_day, one.need.latest)),
    },
    place: { latitude: place.latitude, longitude: place.longitude },
    time_zone: place.time_zone,
    company_id: one.company_id,
  }
}

function keyOfLoad(row: LoadRow): string {
  const line = row.document_detail_id
  return keyOf(Number(row.device_ports_id), line == null ? null : { document_detail_id: Number(line) })
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY)
}

interface NeedPlace {
  key: string
  latitude: number
  longitude: number
  product_group: string | null
  capacity: number
  smallest_drop: number
  time_zone: string | null
  delivery_windows: WeekWindow[] | null
}

interface MaybePlaced extends Omit<NeedPlace, 'latitude' | 'longitude'> {
  latitude: number | null
  longitude: number | null
  zip_code: string | null
  country_id: number | null
}

/** Delivery windows of a place on the days, in s from their start; null if it accepts deliveries at any time. */
function windowsWithin(
  { first_day, days, zone, start }: Horizon,
  { time_zone, delivery_windows }: NeedPlace,
): Window[] | null {
  if (delivery_windows === null) return null
  const seconds = (moment: Date) => (moment.getTime() - start.getTime()) / 1000
  return Array.from({ length: days }, (_, index) => addDays(first_day, index)).flatMap((day) =>
    windowsOn({ time_zone: time_zone ?? zone, delivery_windows }, day).map(
      // A delivery must begin within the hours of its place.
      ({ from, to }): Window => [seconds(from), seconds(to) - 1],
    ),
  )
}

/** Places of needs with their delivery rules; of an unknown position the middle of its ZIP code. Leaves out those without either. */
async function readPlaces({ db }: Context, needs: readonly JudgedNeed[]): Promise<Map<string, NeedPlace>> {
  const input = JSON.stringify(
    needs.map(({ port, line, product_id }) => ({
      ...{ key: keyOf(port, line), port, line: line?.document_detail_id ?? null, product: product_id },
    })),
  )
  const { rows } = await sql<MaybePlaced>`
    select input.key, coalesce(st.latitude, v.latitude::numeric, ds.latitude::numeric)::float8 as latitude,
      coalesce(st.longitude, v.longitude::numeric, ds.longitude::numeric)::float8 as longitude, p.product_group,
      coalesce(t.def_liters, 0)::float8 as capacity,
      coalesce(st.smallest_drop, st.imperial_smallest_drop * ${LITRES_PER_GALLON}::numeric, 0)::float8 as smallest_drop,
      coalesce(st.time_zone, v.time_zone) as time_zone, st.delivery_windows,
      st.zip_code, st.country_id
    from jsonb_to_recordset(${input}::jsonb) as input (key text, port int8, line int8, product int8)
      left join device_ports t on t.device_ports_id = input.port
      left join transaction_document_details l on l.document_detail_id = input.line
      left join transaction_documents o on o.document_id = l.document_id
      join devices v on v.device_id = coalesce(o.device_id, t.device_id)
      left join device_states ds on ds.device_id = v.device_id
      left join sites st on st.site_id = coalesce(o.site_id, v.site_id)
      left join tank_products p on p.product_id = input.product`.execute(db)
  return new Map(
    rows.flatMap(({ latitude, longitude, zip_code, country_id, ...row }): [string, NeedPlace][] => {
      const at =
        latitude === null || longitude === null
          ? middleOfPostalCode({ zip_code, country_id })
          : { latitude, longitude }
      return at ? [[row.key, { ...row, ...at }]] : []
    }),
  )
}
