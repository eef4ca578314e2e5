import {
  carriedIn,
  checkLoad,
  goesOn,
  gradeOf,
  type Load,
  OF_TANKS,
  spaceTaken,
  turnOf,
  type Vehicle,
  weightOf,
} from '#core/domains/shipments/checkLoad.ts'
import { spareWeights } from '#core/domains/shipments/spareWeight.ts'
import { fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'

/** Of what a stop asks for, the least share that is worth going there for. */
const LEAST_SHARE = 0.25

/** Litres of a load that go into a compartment. */
interface FilledPiece {
  compartment: number
  quantity: number
}

/**
 * Where a load goes on a truck that is filled by urgency, without moving what stands there: first beside its own grade, then
 * into empty compartments, the smallest first that takes all of what is left. Empty where it does not fit, or too little of it.
 * @param step L: pieces are whole multiples of it, but where the whole load fits
 */
export function fillCompartments(
  vehicles: readonly Vehicle[],
  aboard: readonly Load[],
  load: Load,
  step: number,
): FilledPiece[] {
  const pieces: FilledPiece[] = []
  const grade = gradeOf(load).toLowerCase()
  const all = () => [...aboard, ...pieces.map((piece) => ({ ...load, ...piece }))]
  let left = load.quantity
  while (left > 0) {
    const found = roomiestFor(vehicles, all(), grade, { load, left, step })
    if (!found) break
    const quantity = found.free >= left ? left : Math.floor(found.free / step) * step
    if (quantity <= 0) break
    pieces.push({ compartment: found.number, quantity })
    left -= quantity
  }
  const isWorth = load.quantity - left >= load.quantity * LEAST_SHARE
  const isRight = checkLoad(vehicles, all()).every(({ rule }) => OF_TANKS.includes(rule))
  return isWorth && isRight ? pieces : []
}

/** The compartment that takes most sensibly what is left, and how much of it by volume and weight. */
function roomiestFor(
  vehicles: readonly Vehicle[],
  loads: readonly Load[],
  grade: string,
  { load, left, step }: { load: Load; left: number; step: number },
): { number: number; free: number } | undefined {
  const before = carriedIn(vehicles)
  const isInTheWay = (compartment: number) =>
    checkLoad(vehicles, [...loads, { ...load, compartment }]).some(({ rule }) => rule === 'out_of_order')
  const open = spareWeights(vehicles, loads).flatMap((compartment) => {
    const { number, capacity, vehicle, kilograms } = compartment
    if (!mayCarry(compartment.class, load)) return []
    const inside = loads.filter((one) => one.compartment === number)
    if (inside.some((one) => gradeOf(one).toLowerCase() !== grade) || !goesOn(load, before.get(number)))
      return []
    const byWeight = kilograms / weightOf(1, load.specific_gravity)
    const free = Math.min((capacity - spaceTaken(inside)) * fillable(load), byWeight)
    if (free < Math.min(left, step) || isInTheWay(number)) return []
    // What comes out first is for who comes first: what is for later stops finds its place behind it.
    const turn = turnOf(vehicles[vehicle]!, number) ?? 0
    return [{ number, free, turn, isShared: inside.length > 0 || before.has(number) }]
  })
  const fits = ({ free }: { free: number }) => free >= left
  return open.toSorted(
    (one, other) =>
      Number(other.isShared) - Number(one.isShared) ||
      one.turn - other.turn ||
      Number(fits(other)) - Number(fits(one)) ||
      (fits(one) ? one.free - other.free : other.free - one.free) ||
      one.number - other.number,
  )[0]
}
