import { type Compartment, type Load, turnOf, type Vehicle } from '../checkLoad.ts'

interface Held {
  name: string
  stop: number
  compartment: number
}

interface Unloading {
  vehicle: Vehicle
  /** Those of the vehicle. */
  compartments: readonly Compartment[]
  held: readonly Held[]
  /** L that a compartment takes at most. */
  mostOf: (compartment: Compartment) => number
}

/** Whether a round has an order in which it must be unloaded: a vehicle needs one, and the loads are for several stops. */
export function isOrdered(vehicles: readonly Vehicle[], loads: readonly Load[]): boolean {
  const stops = new Set(loads.flatMap(({ stop }) => stop ?? []))
  return stops.size > 1 && vehicles.some((vehicle) => turnOf(vehicle, 1) !== null)
}

/**
 * What is emptied first is for stops that are no later than those of what is emptied after it: between each compartment and the
 * next there is a stop up to which the one goes and from which on the other begins.
 *
 * t = that stop is this one or a later one.
 */
export function unloadingRows(
  { vehicle, compartments, held, mostOf }: Unloading,
  figure: (value: number) => string,
): { rows: string[]; binaries: string[] } {
  const stops = [...new Set(held.map(({ stop }) => stop))].toSorted((one, other) => one - other)
  const inTurn = compartments.toSorted(
    (one, other) => turnOf(vehicle, one.number)! - turnOf(vehicle, other.number)!,
  )
  const rows: string[] = []
  const binaries: string[] = []
  const until = ({ number }: Compartment, stop: number) => `t${number}_${stop}`
  for (const [at, compartment] of inTurn.entries()) {
    const most = figure(mostOf(compartment))
    const before = inTurn[at - 1]
    const isLast = at === inTurn.length - 1
    for (const [place, stop] of stops.entries()) {
      const inside = held.filter((one) => one.compartment === compartment.number)
      const late = inside.filter((one) => one.stop >= stop).map(({ name }) => name)
      const early = inside.filter((one) => one.stop < stop).map(({ name }) => name)
      if (place === 0) continue
      if (!isLast) {
        const name = until(compartment, stop)
        binaries.push(name)
        if (late.length > 0) rows.push(`${late.join(' + ')} - ${most} ${name} <= 0`)
        if (place > 1) rows.push(`${name} - ${until(compartment, stops[place - 1]!)} <= 0`)
        if (before) rows.push(`${until(before, stop)} - ${name} <= 0`)
      }
      if (before && early.length > 0)
        rows.push(`${early.join(' + ')} + ${most} ${until(before, stop)} <= ${most}`)
    }
  }
  return { rows, binaries }
}
