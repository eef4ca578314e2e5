import { addDays, nextDeliveryDay } from '#core/domains/dispatch/deliveryDays.ts'
import { judgeNeed } from '#core/domains/dispatch/judgeNeed.ts'
import type { ProposableNeed, ProposalTask, TruckDay } from '#core/domains/dispatch/proposing/proposal.ts'
import type { Window } from '#core/domains/dispatch/routing/problem.ts'
import { estimateTravel, type Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import type { Load } from '#core/domains/shipments/checkLoad.ts'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'

const DAY = 86_400
const HOUR = 3600
/** A Monday. */
const FIRST = '2026-11-23'
/** Days that are planned: a week of work. */
const DAYS = 5

/** The properties of a fleet. */
export interface FleetKind {
  tanks: number
  trucks: number
  /** Minimum and maximum days that a full tank lasts. */
  lasts: readonly [number, number]
  /** Share of the places that accept deliveries for some hours only. */
  withHours: number
  /** L of each compartment of a truck. */
  compartments: readonly number[]
  grades: readonly Omit<Load, 'compartment' | 'quantity'>[]
}

const DIESEL = { product_id: 1, grade: 'ULSD', specific_gravity: '0.850' }
const GASOLINE = { product_id: 2, grade: 'E10', specific_gravity: '0.740' }
const DEF = { product_id: 3, grade: 'DEF', specific_gravity: '1.090', not_beside: 'E10' }

export const FLEETS: Readonly<Record<string, FleetKind>> = {
  usual: {
    ...{ tanks: 2000, trucks: 20, lasts: [50, 120], withHours: 0.2 },
    compartments: [5000, 4000, 3000],
    grades: [DIESEL, DIESEL, GASOLINE],
  },
  // More than the trucks can deliver, of three grades of which two never share a truck, within narrow hours.
  harder: {
    ...{ tanks: 2000, trucks: 20, lasts: [20, 60], withHours: 0.6 },
    compartments: [3000, 2500, 2000, 1500],
    grades: [DIESEL, GASOLINE, DEF],
  },
}

/** A random fleet around three yards, partly in towns and partly rural, on a Monday, from a seed. */
export function drawnFleet(kind: FleetKind, seed: number): ProposalTask {
  const random = new Random(seed)
  const between = (from: number, to: number) => from + random.uniform() * (to - from)
  const near = ({ latitude, longitude }: Place, degrees: number): Place => ({
    latitude: latitude + random.normal() * degrees,
    longitude: longitude + random.normal() * degrees,
  })
  const middle = { latitude: 40.9, longitude: -98.3 }
  const anywhere = () => ({
    latitude: middle.latitude + between(-0.9, 0.9),
    longitude: middle.longitude + between(-1.2, 1.2),
  })
  const towns = Array.from({ length: 10 }, anywhere)
  const yards = towns.slice(0, 3)
  const places: Place[] = [...yards]
  const needs: ProposableNeed[] = []
  const truckDays = drawnTruckDays(kind, yards.length)
  const everyone = truckDays.map((_, index) => index)
  for (let tank = 0; tank < kind.tanks; tank += 1) {
    const place =
      random.uniform() < 0.6 ? near(towns[Math.floor(random.uniform() * towns.length)]!, 0.06) : anywhere()
    const capacity = between(800, 5000)
    const share = between(0.1, 0.95)
    const lasts = between(...kind.lasts)
    const grade = kind.grades[Math.floor(random.uniform() * kind.grades.length)]!
    const hasHours = random.uniform() < kind.withHours
    const opens = between(7, 14)
    const dayAfter = (days: number) => addDays(FIRST, Math.floor(days))
    const judged = judgeNeed({
      ...{ today: FIRST, day: FIRST, next_day: nextDeliveryDay(addDays(FIRST, DAYS - 1)) },
      ...{ contract: 'automatic', ordered_for: null, planned_on: null, dry_at: null },
      dry_from: dayAfter((share - 0.03) * lasts),
      reorder_from: dayAfter(Math.max(0, share - 0.25) * lasts),
      level: share < 0.25 ? 'urgent' : 'fine',
      room_share: 0.95 - share,
    })
    // Tanks that reach their reorder level within two weeks, as on the board.
    if (!judged || (share - 0.25) * lasts > 14) continue
    places.push(place)
    const litres = Math.floor((0.95 - share) * capacity)
    needs.push({
      key: `tank:${tank}`,
      rank: judged.rank,
      place: places.length - 1,
      load: { ...grade, room: litres, tanks: [tank] },
      isGas: false,
      litres,
      dueLitres: 0.7 * capacity,
      service: 1200,
      windows: hasHours
        ? Array.from(
            { length: DAYS },
            (_, day): Window => [day * DAY + opens * HOUR, day * DAY + (opens + 3) * HOUR],
          )
        : null,
      latest: (Date.parse(judged.latest) - Date.parse(FIRST)) / 86_400_000,
      truckDays: everyone,
      fixed: null,
    })
  }
  return { travel: estimateTravel(places, 60), needs, truckDays, step: 3.785411784, seed }
}

function drawnTruckDays({ trucks, compartments }: FleetKind, yards: number): TruckDay[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = compartments
  return Array.from({ length: DAYS }, (_, day) =>
    Array.from(
      { length: trucks },
      (__, truck): TruckDay => ({
        truck_id: truck,
        day,
        vehicles: [
          {
            ...{ num_of_compartments: compartments.length, payload: 0, max_weight: 11_000 },
            ...{ compartment1: first, compartment2: second, compartment3: third, compartment4: fourth },
            compartment5: 0,
          },
        ],
        home: truck % yards,
        shift: [day * DAY + 7 * HOUR, day * DAY + 17 * HOUR],
        aboard: [],
        halts: [],
      }),
    ),
  ).flat()
}
