import type { FormulaField } from '#core/resources/kinds/formula.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const formula: WebKind<FormulaField> = {
  Cell: PlainCell,
  isWide: () => true,
}
