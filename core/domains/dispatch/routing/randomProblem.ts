import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import type { RoutingProblem, Window } from './problem.ts'

/** A random problem from a seed, for tests of the solver and its checker; covers every feature. */
export function randomProblem(seed: number, most = 30): RoutingProblem {
  const random = new Random(seed)
  const below = (limit: number) => Math.floor(random.uniform() * limit)
  const count = 1 + below(most)
  const places = count + 4
  const at = Array.from(
    { length: places },
    () => [random.uniform() * 40_000, random.uniform() * 40_000] as const,
  )
  const metres = new Float64Array(places ** 2)
  for (const [one, from] of at.entries())
    for (const [other, to] of at.entries())
      metres[one * places + other] = Math.hypot(from[0] - to[0], from[1] - to[1])
  const day = 10 * 3600
  const windowsOf = (): Window[] => {
    const kind = random.uniform()
    if (kind < 0.4) return []
    const from = below(day - 5400)
    if (kind < 0.8) return [[from, from + 1800 + below(3600)]]
    const second = from + 3600 + below(3600)
    return [
      [from, from + 1800],
      [second, second + 1800],
    ]
  }
  const vehicleCount = 1 + below(4)
  const stops = Array.from({ length: count }, (_, place) => ({
    place,
    demand: [200 + below(1500), 1 + below(5)],
    service: 300 + below(1500),
    windows: windowsOf(),
    prize: random.uniform() < 0.5 ? null : below(60_000),
    vehicles: random.uniform() < 0.2 ? [below(vehicleCount)] : null,
  }))
  const open = stops.flatMap(({ vehicles, windows }, stop) =>
    windows.length === 0 && !vehicles ? [stop] : [],
  )
  return {
    travel: { places, metres, seconds: metres.map((way) => way / 14) },
    cost: { perMetre: 1, perSecond: 0.5 },
    stops,
    terminals: [{ place: count, service: 1200, windows: random.uniform() < 0.5 ? [] : [[3600, day - 3600]] }],
    vehicles: Array.from({ length: vehicleCount }, (_, vehicle) => {
      const terminal = random.uniform() < 0.5 ? 0 : null
      return {
        start: count + 1 + below(3),
        end: random.uniform() < 0.2 ? null : count + 1 + below(3),
        shift: [below(3600), day - below(3600)] as const,
        capacity: [3000 + below(8000), 12 + below(10)],
        terminal,
        loadsFirst: terminal !== null && random.uniform() < 0.4,
        pace: 0.7 + random.uniform() * 0.6,
        fixedCost: below(20_000),
        // A stop that any vehicle can reach at any time, so that the locked beginning is feasible.
        locked: vehicle === 0 && random.uniform() < 0.3 ? open.slice(0, 1) : [],
      }
    }),
  }
}
