import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface FlagField extends AnyField {
  kind: 'flag'
}

export const flag: CoreKind<FlagField> = {
  properties: {},
  check: () => z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') }),
  answer: () => z.int(),
}
