import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import type { RoutingProblem, RoutingVehicle, Window } from './problem.ts'

/** Length of a working day, s. */
const DAY = 10 * 3600

/** A random problem from a seed, for tests of the solver and its checker; covers every feature. */
export function randomProblem(seed: number, most = 30): RoutingProblem {
  const random = new Random(seed)
  const count = 1 + random.below(most)
  const places = count + 4
  const at = Array.from(
    { length: places },
    () => [random.uniform() * 40_000, random.uniform() * 40_000] as const,
  )
  const metres = new Float64Array(places ** 2)
  for (const [one, from] of at.entries())
    for (const [other, to] of at.entries())
      metres[one * places + other] = Math.hypot(from[0] - to[0], from[1] - to[1])
  const vehicleCount = 1 + random.below(4)
  const stops = Array.from({ length: count }, (_, place) => ({
    place,
    demand: [200 + random.below(1500), 1 + random.below(5)],
    service: 300 + random.below(1500),
    windows: windowsOf(random),
    prize: random.uniform() < 0.5 ? null : random.below(60_000),
    vehicles: random.uniform() < 0.2 ? [random.below(vehicleCount)] : null,
  }))
  const open = stops.flatMap(({ vehicles, windows }, stop) =>
    windows.length === 0 && !vehicles ? [stop] : [],
  )
  return {
    travel: { places, metres, seconds: metres.map((way) => way / 14) },
    cost: { perMetre: 1, perSecond: 0.5 },
    stops,
    terminals: [{ place: count, service: 1200, windows: random.uniform() < 0.5 ? [] : [[3600, DAY - 3600]] }],
    vehicles: Array.from({ length: vehicleCount }, (_, index) =>
      vehicleOf(random, count, index === 0 ? open : null),
    ),
  }
}

function windowsOf(random: Random): Window[] {
  const kind = random.uniform()
  if (kind < 0.4) return []
  const from = random.below(DAY - 5400)
  if (kind < 0.8) return [[from, from + 1800 + random.below(3600)]]
  const second = from + 3600 + random.below(3600)
  return [
    [from, from + 1800],
    [second, second + 1800],
  ]
}

/** @param open stops that any vehicle can reach at any time, so that a locked beginning is feasible */
function vehicleOf(random: Random, stops: number, open: readonly number[] | null): RoutingVehicle {
  const terminal = random.uniform() < 0.5 ? 0 : null
  return {
    start: stops + 1 + random.below(3),
    end: random.uniform() < 0.2 ? null : stops + 1 + random.below(3),
    shift: [random.below(3600), DAY - random.below(3600)],
    capacity: [3000 + random.below(8000), 12 + random.below(10)],
    terminal,
    loadsFirst: terminal !== null && random.uniform() < 0.4,
    pace: 0.7 + random.uniform() * 0.6,
    fixedCost: random.below(20_000),
    locked: open && random.uniform() < 0.3 ? open.slice(0, 1) : [],
  }
}
