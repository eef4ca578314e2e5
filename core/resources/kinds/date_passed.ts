import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

/** Not stored: true once a date of the record is before the business's today. Always computed. */
export interface DatePassedField extends AnyField {
  kind: 'date_passed'
  /** The field with the date. */
  date: string
}

export const date_passed: CoreKind<DatePassedField> = {
  properties: { date: true },
  check: () => z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') }),
  answer: () => z.int(),
}
