import type { Issue } from '#core/platform/issue.ts'
import { convertDecimal, sameQuantity } from '#core/platform/numbers/convertDecimal.ts'
import type { Values } from '#core/platform/values.ts'

type Factor = '25.4' | '3.785411784'

/** Fields of one quantity in both systems: millimetres and inches, litres and US gallons. */
const PAIRS: readonly (readonly [metric: string, imperial: string, factor: Factor, metricScale: number])[] = [
  ['def_liters', 'def_us_gallons', '3.785411784', 6],
  ['metric_diameter', 'imperial_diameter', '25.4', 6],
  ['metric_height', 'imperial_height', '25.4', 6],
  ['metric_width', 'imperial_width', '25.4', 6],
  ['metric_length', 'imperial_length', '25.4', 6],
  ['metric_wall', 'imperial_wall', '25.4', 6],
  ['metric_dish_radius', 'imperial_dish_radius', '25.4', 6],
  ['metric_knuckle_radius', 'imperial_knuckle_radius', '25.4', 6],
  ['metric_gauge_position', 'imperial_gauge_position', '25.4', 6],
  ['sensor_offset', 'imperial_sensor_offset', '25.4', 3],
]

/** Stored decimals of imperial figures. */
const IMPERIAL_SCALE = 6

/** Fills in the unit system that was not sent. Figures of both systems must agree; the metric one then counts. */
export function withBothUnits(values: Values): { values: Values; issues: Issue[] } {
  const complete = { ...values }
  const issues: Issue[] = []
  for (const [metric, imperial, factor, metricScale] of PAIRS) {
    const inMetric = decimalOf(values[metric])
    const inImperial = decimalOf(values[imperial])
    if (inMetric !== null && inImperial !== null) {
      if (!sameQuantity(inMetric, inImperial, factor)) issues.push({ field: imperial, rule: 'units_differ' })
      else complete[imperial] = convertDecimal(inMetric, factor, 'divide', IMPERIAL_SCALE)
    } else if (inMetric !== null && values[imperial] == null) {
      complete[imperial] = convertDecimal(inMetric, factor, 'divide', IMPERIAL_SCALE)
    } else if (inImperial !== null && values[metric] == null) {
      complete[metric] = convertDecimal(inImperial, factor, 'multiply', metricScale)
    }
  }
  return { values: complete, issues }
}

/**
 * Names each figure of the issues in the unit system of the input, or of all other figures.
 * @param values the input
 */
export function namedAsGiven(values: Values, issues: readonly Issue[]): Issue[] {
  const isGiven = (name: string) => values[name] != null && values[name] !== ''
  const areGiven = (system: 0 | 1) =>
    PAIRS.some((pair) => pair[0] !== 'sensor_offset' && isGiven(pair[system]))
  const others = areGiven(0) === areGiven(1) ? null : areGiven(0) ? 0 : 1
  const names = new Map(
    PAIRS.flatMap(([metric, imperial]): [string, string][] => {
      const [hasMetric, hasImperial] = [isGiven(metric), isGiven(imperial)]
      const system = hasMetric === hasImperial ? (hasMetric ? null : others) : hasMetric ? 0 : 1
      if (system === null) return []
      return [system === 0 ? [imperial, metric] : [metric, imperial]]
    }),
  )
  const named = issues.map((issue) => ({ ...issue, field: names.get(issue.field) ?? issue.field }))
  return named.filter(
    ({ field, rule }, index) =>
      named.findIndex((item) => item.field === field && item.rule === rule) === index,
  )
}

/** An invalid figure is left for the definition to refuse. */
function decimalOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? text.trim() : null
}
