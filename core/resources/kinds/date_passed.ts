import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

/** Not stored: yes as soon as a date of the record lies before the business's today. Such a field is computed. */
export interface DatePassedField extends AnyField {
  kind: 'date_passed'
  /** The field with that date. */
  date: string
}

export const date_passed: CoreKind<DatePassedField> = {
  properties: { date: true },
  isNumber: () => true,
  isStored: () => false,
  check: () => z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') }),
  answer: () => z.int(),
}
