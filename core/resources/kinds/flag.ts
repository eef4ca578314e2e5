import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface FlagField extends AnyField {
  kind: 'flag'
  /** Not stored: yes as soon as that date lies before the business's today. Such a field is computed. */
  past?: string
}

export const flag: CoreKind<FlagField> = {
  properties: { past: true },
  isNumber: () => true,
  isStored: ({ past }) => !past,
  check: () => z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') }),
  answer: () => z.int(),
}
