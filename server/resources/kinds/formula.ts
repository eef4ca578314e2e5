import type { FormulaField } from '#core/resources/kinds/formula.ts'
import type { ServerKind } from './serverKind.ts'

export const formula: ServerKind<FormulaField> = {
  column: ({ max }) => `varchar(${max})`,
  text: String,
}
