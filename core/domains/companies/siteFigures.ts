import type { Issue } from '#core/platform/issue.ts'
import { convertDecimal, sameQuantity } from '#core/platform/numbers/convertDecimal.ts'
import type { Values } from '#core/platform/values.ts'

/** The figures of a site in both unit systems. */
const PAIRS = [
  ['smallest_drop', 'imperial_smallest_drop', '3.785411784'],
  ['hose_reach', 'imperial_hose_reach', '0.3048'],
] as const

/** Adds the figures of the other unit system to the input of a site; clearing one clears both. If both are sent they must agree. */
export function withBothSiteFigures(input: Values): { values: Record<string, unknown>; issues: Issue[] } {
  const values: Record<string, unknown> = { ...input }
  const issues: Issue[] = []
  for (const [metric, imperial, factor] of PAIRS) {
    const [inMetric, inImperial] = [figureOf(input[metric]), figureOf(input[imperial])]
    if (inMetric !== null && inImperial !== null) {
      if (!sameQuantity(inMetric, inImperial, factor)) issues.push({ field: imperial, rule: 'units_differ' })
    } else if (inImperial !== null) values[metric] = convertDecimal(inImperial, factor, 'multiply', 6)
    else if (inMetric !== null) values[imperial] = convertDecimal(inMetric, factor, 'divide', 3)
    else if (input[metric] === null || input[imperial] === null) {
      values[metric] ??= null
      values[imperial] ??= null
    }
  }
  return { values, issues }
}

/** An invalid figure is left for the definition to refuse. */
function figureOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? text.trim() : null
}
