import type { RoutingProblem } from '#core/domains/dispatch/routing/problem.ts'

/** One row of a benchmark: location, demand, window, and service time. The first is the depot. */
interface Row {
  x: number
  y: number
  demand: number
  ready: number
  due: number
  service: number
}

/**
 * An instance in the format of Solomon and of Gehring and Homberger: a name, `VEHICLE` with number and capacity, and `CUSTOMER` with a row
 * each.
 * @param truncated distances cut to one decimal, as for the proven optima of Solomon's instances.
 */
export function readSolomon(text: string, truncated: boolean): RoutingProblem {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const numbers = (count: number) => lines.filter((line) => line.length === count && !line.some(Number.isNaN))
  const [number, capacity] = numbers(2)[0] ?? []
  const rows = numbers(7).map(
    ([, x, y, demand, ready, due, service]): Row => ({
      x: x!,
      y: y!,
      demand: demand!,
      ready: ready!,
      due: due!,
      service: service!,
    }),
  )
  if (!number || !capacity || rows.length < 2) throw new Error('The file is not in Solomon’s format.')
  return problemOf(rows, number, capacity, truncated)
}

/** A benchmark's problem: one depot, equal vehicles, travel times equal to distances, and only the distance counts. */
export function problemOf(
  rows: readonly Row[],
  number: number,
  capacity: number,
  truncated: boolean,
): RoutingProblem {
  const [depot, ...customers] = rows
  const places = rows.length
  const metres = new Float64Array(places ** 2)
  for (const [one, from] of rows.entries())
    for (const [other, to] of rows.entries()) {
      const way = Math.hypot(from.x - to.x, from.y - to.y)
      metres[one * places + other] = truncated ? Math.floor(way * 10 + 1e-9) / 10 : way
    }
  return {
    travel: { places, metres, seconds: metres },
    cost: { perMetre: 1, perSecond: 0 },
    terminals: [],
    stops: customers.map(({ demand, ready, due, service }, index) => ({
      place: index + 1,
      demand: [demand],
      service,
      windows: [[ready, due]],
      prize: null,
      vehicles: null,
    })),
    vehicles: Array.from({ length: number }, () => ({
      start: 0,
      end: 0,
      shift: [depot!.ready, depot!.due],
      capacity: [capacity],
      terminal: null,
      loadsFirst: false,
      pace: 1,
      fixedCost: 0,
      locked: [],
    })),
  }
}
