import { itemAt } from '#core/platform/lists/itemAt.ts'
import { type Compartment, type Load, turnOf, type Vehicle } from '../checkLoad.ts'

interface Held {
  name: string
  stop: number
  compartment: number
}

interface Unloading {
  vehicle: Vehicle
  /** Compartments of the vehicle. */
  compartments: readonly Compartment[]
  held: readonly Held[]
  /** Maximum L of these loads in a compartment. */
  mostOf: (compartment: Compartment, held: readonly Held[]) => number
}

/** Whether a round has an unloading order: a vehicle requires one, and the loads are for several stops. */
export function isOrdered(vehicles: readonly Vehicle[], loads: readonly Load[]): boolean {
  const stops = new Set(loads.flatMap(({ stop }) => stop ?? []))
  return stops.size > 1 && vehicles.some((vehicle) => turnOf(vehicle, 1) !== null)
}

/**
 * Compartments that are emptied first serve stops no later than those emptied after them: between consecutive compartments
 * there is a stop at which the one ends and the other begins.
 *
 * t = that stop is this one or a later one.
 */
export function unloadingRows(
  { vehicle, compartments, held, mostOf }: Unloading,
  figure: (value: number) => string,
): { rows: string[]; binaries: string[] } {
  const stops = [...new Set(held.map(({ stop }) => stop))].toSorted((one, other) => one - other)
  const inTurn = compartments.toSorted(
    (one, other) => (turnOf(vehicle, one.number) ?? 0) - (turnOf(vehicle, other.number) ?? 0),
  )
  const rows: string[] = []
  const binaries: string[] = []
  const until = ({ number }: Compartment, stop: number) => `t${number}_${stop}`
  for (const [index, compartment] of inTurn.entries()) {
    const before = inTurn[index - 1]
    const isLast = index === inTurn.length - 1
    for (const [place, stop] of stops.entries()) {
      const isFirst = place === 0
      const name = until(compartment, stop)
      if (!isLast && !isFirst) {
        binaries.push(name)
        if (place > 1) rows.push(`${name} - ${until(compartment, itemAt(stops, place - 1))} <= 0`)
        if (before) rows.push(`${until(before, stop)} - ${name} <= 0`)
      }
      const inside = held.filter((item) => item.compartment === compartment.number && item.stop === stop)
      if (inside.length === 0) continue
      // It serves up to this stop, and compartments emptied before it serve no later one.
      const most = figure(mostOf(compartment, inside))
      const goesSoFar = isLast || isFirst ? '' : ` - ${most} ${name}`
      const next = stops[place + 1]
      const isBegun = before && next !== undefined ? ` + ${most} ${until(before, next)}` : ''
      if (goesSoFar || isBegun)
        rows.push(
          `${inside.map((item) => item.name).join(' + ')}${goesSoFar}${isBegun} <= ${goesSoFar ? 0 : most}`,
        )
    }
  }
  return { rows, binaries }
}
