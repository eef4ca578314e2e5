import { z } from 'zod'
import { GivenDay, GivenInstant } from '#core/platform/instants.ts'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
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

export interface InstantField extends AnyField {
  kind: 'instant'
}

export const instant: CoreKind<InstantField> = {
  properties: {},
  check: GivenInstant,
  answer: () => z.iso.datetime(),
}

export interface TimeField extends AnyField {
  kind: 'time'
}

export const time: CoreKind<TimeField> = {
  properties: {},
  check: () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'),
  answer: () => z.string(),
}
