import { Decimal } from 'decimal.js'
import { convertDecimal, type UnitFactor } from '#core/platform/numbers/convertDecimal.ts'
import type { Values } from '#core/platform/values.ts'

export const KILOGRAMS_PER_POUND = '0.45359237'
export const LITRES_PER_GALLON = '3.785411784'

const compartments = [1, 2, 3, 4, 5].map(
  (number) => [`compartment${number}`, `imperial_compartment${number}`, LITRES_PER_GALLON] as const,
)
const axles = ['front_axle_limit', 'front_axle_empty', 'rear_axle_limit', 'rear_axle_empty'].map(
  (name) => [name, `imperial_${name}`, KILOGRAMS_PER_POUND] as const,
)
/** The fields of a vehicle in both unit systems: whole litres or kilograms, and gallons or pounds to 6 decimals. */
export const VEHICLE_PAIRS: readonly (readonly [metric: string, imperial: string, factor: UnitFactor])[] = [
  ['max_weight', 'imperial_max_weight', KILOGRAMS_PER_POUND],
  ['gvwr', 'imperial_gvwr', KILOGRAMS_PER_POUND],
  ['payload', 'imperial_payload', KILOGRAMS_PER_POUND],
  ...compartments,
  ...axles,
]

/**
 * Exact litres or kilograms. The metric figure is whole, so for 1,000 gal it is only a rounded echo: if the imperial figure is
 * the conversion of the metric one, the metric one was entered and counts; otherwise the imperial one does.
 */
export function exactFigure(metric: number, imperial: unknown, factor: UnitFactor): number {
  if (imperial === null || imperial === undefined || imperial === '') return metric
  const own = new Decimal(String(imperial))
  if (own.equals(convertDecimal(String(metric), factor, 'divide', 6))) return metric
  return own.times(factor).toNumber()
}

/**
 * Adds the figures of the other unit system to the input of a vehicle. Sending back a read vehicle changes nothing: a rounded litre does
 * not replace a figure entered in gallons.
 * @param before the stored vehicle; empty for a new one
 */
export function withBothFigures(input: Values, before: Values = {}): Record<string, unknown> {
  const values: Record<string, unknown> = { ...input }
  for (const [metric, imperial, factor] of VEHICLE_PAIRS) {
    for (const name of [metric, imperial]) {
      if (isSame(values[name], before[name])) delete values[name]
    }
    const inMetric = figureOf(values[metric])
    const inImperial = figureOf(values[imperial])
    const isEcho =
      inMetric !== null &&
      inImperial !== null &&
      Number(convertDecimal(inImperial, factor, 'multiply', 0)) === Number(inMetric)
    if (inImperial !== null && (inMetric === null || isEcho)) {
      values[metric] = Number(convertDecimal(inImperial, factor, 'multiply', 0))
    } else if (inMetric !== null && values[imperial] == null) {
      values[imperial] = convertDecimal(inMetric, factor, 'divide', 6)
    }
    // Clearing a figure in one system clears it in the other.
    for (const [name, other] of [
      [metric, imperial],
      [imperial, metric],
    ] as const) {
      if (values[name] === null && values[other] === undefined && before[other] != null) values[other] = null
    }
  }
  return values
}

/** Figures that were sent in both systems and contradict each other. */
export function contradictions(input: Values): string[] {
  return VEHICLE_PAIRS.filter(([metric, imperial, factor]) => {
    const [inMetric, inImperial] = [figureOf(input[metric]), figureOf(input[imperial])]
    if (inMetric === null || inImperial === null) return false
    const echo = Number(convertDecimal(inImperial, factor, 'multiply', 0))
    return (
      echo !== Number(inMetric) &&
      Number(convertDecimal(inMetric, factor, 'divide', 6)) !== Number(inImperial)
    )
  }).map(([, imperial]) => imperial)
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && other !== undefined && figureOf(one) !== null && Number(one) === Number(other)
}

/** An invalid figure is left for the definition to refuse. */
function figureOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(text.trim()) ? text.trim() : null
}
