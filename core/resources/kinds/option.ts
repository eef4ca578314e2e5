import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

/** A value of an options list that users maintain. */
export interface OptionField extends AnyField {
  kind: 'option'
  list: string
  max: number
}

export const option: CoreKind<OptionField> = {
  properties: { list: true, max: true },
  check: ({ max }) => plainText(max, 1),
  answer: () => z.string(),
}
