import { z } from 'zod'
import { GivenDay } from '#core/platform/instants.ts'
import type { Rule } from '#core/platform/textKeys.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface DateField extends AnyField {
  kind: 'date'
  /** Must not be before the date in that field; `rule` overrides the message. */
  notBefore?: { readonly field: string; readonly rule?: Rule }
  /** Due date: a record still open after it is overdue. */
  isDue?: true
}

export const date: CoreKind<DateField> = {
  properties: { notBefore: true, isDue: true },
  check: GivenDay,
  answer: () => z.iso.date(),
}
