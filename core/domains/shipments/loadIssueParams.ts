import { quantityText } from '#core/platform/numbers/quantities.ts'
import type { UnitSystem } from '#core/platform/numbers/units.ts'
import type { LoadIssue } from './checkLoad.ts'
import { KILOGRAMS_PER_POUND, LITRES_PER_GALLON } from './trucks/vehicleFigures.ts'

interface Reader {
  units: UnitSystem
  language: string
}

/** Size in litres or kilograms, and symbol, of the reader's units. */
const OWN = {
  imperial: { volume: [Number(LITRES_PER_GALLON), 'gal'], mass: [Number(KILOGRAMS_PER_POUND), 'lb'] },
  metric: { volume: [1, 'L'], mass: [1, 'kg'] },
} as const

const MASS_ISSUES = ['over_weight', 'over_front_axle', 'over_rear_axle']

/** The parameters of a rule's text, in the reader's units: a limit is never rounded up. */
export function loadIssueParams(
  { rule, params }: Pick<LoadIssue, 'rule' | 'params'> | { rule: string; params: LoadIssue['params'] },
  { units, language }: Reader,
): Record<string, string | number> {
  const shared = {
    ...(params.other !== undefined && { other: params.other }),
    ...(params.vehicle !== undefined && { vehicle: params.vehicle }),
  }
  if (!/^over_/.test(rule)) return { ...shared, limit: params.limit }
  const [size, unit] = OWN[units][MASS_ISSUES.includes(rule) ? 'mass' : 'volume']
  const limit = Math.floor((params.limit / size) * 10 + 1e-4) / 10
  return { ...shared, limit: quantityText(String(limit), unit, language, 1) }
}
