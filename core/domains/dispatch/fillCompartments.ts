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
import { spareWeights } from '#core/domains/shipments/trucks/spareWeight.ts'
import { fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'

/** The smallest share of a requested quantity that is worth a stop. */
const MIN_SHARE = 0.25

/** Litres of a load assigned to a compartment. */
interface FilledPiece {
  compartment: number
  quantity: number
}

/**
 * Assigns compartments to a load on a truck that is filled by urgency, without moving other loads: first next to the same
 * grade, then empty compartments, the smallest that takes the whole rest first. Returns [] if the load does not fit, or too
 * little of it does.
 * @param step L: pieces are whole multiples of it, unless the whole load fits
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
  const isWorth = load.quantity - left >= load.quantity * MIN_SHARE
  const isRight = checkLoad(vehicles, all()).every(({ rule }) => OF_TANKS.includes(rule))
  return isWorth && isRight ? pieces : []
}

/** The best compartment for the rest of a load, with its free volume within the weight limit. */
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
    const inside = loads.filter((item) => item.compartment === number)
    if (inside.some((item) => gradeOf(item).toLowerCase() !== grade) || !goesOn(load, before.get(number)))
      return []
    const byWeight = kilograms / weightOf(1, load.specific_gravity)
    const free = Math.min((capacity - spaceTaken(inside)) * fillable(load), byWeight)
    if (free < Math.min(left, step) || isInTheWay(number)) return []
    // Compartments that are emptied first serve the first stops; later stops go behind them.
    const turn = turnOf(itemAt(vehicles, vehicle), number) ?? 0
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
