import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

export interface FormulaField extends AnyField {
  kind: 'formula'
  max: number
}

export const formula: CoreKind<FormulaField> = {
  properties: { max: true },
  check: ({ max }) => plainText(max, 1),
  answer: () => z.string(),
}
