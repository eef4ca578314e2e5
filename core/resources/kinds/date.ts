import { z } from 'zod'
import { GivenDay } from '#core/platform/instants.ts'
import type { Rule } from '#core/platform/textKeys.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface DateField extends AnyField {
  kind: 'date'
  /** It lies on the day in that field or later; another rule says so in words of its own. */
  notBefore?: { readonly field: string; readonly rule?: Rule }
  /** By then the record should have come to its end: what is still open later is overdue. */
  isDue?: true
}

export const date: CoreKind<DateField> = {
  properties: { notBefore: true, isDue: true },
  check: GivenDay,
  answer: () => z.iso.date(),
}
