import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'
import { GivenDay, GivenInstant } from '#core/platform/time/instants.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface DateField extends AnyField {
  kind: 'date'
  /** Must not be before the date in that field; `rule` overrides the message. */
  notBefore?: { readonly field: string; readonly rule?: Rule }
  /** Due date: a record still open after it is overdue. */
  isDue?: true
}

/** Not stored: true once a date of the record is before the business's today. Always computed. */
export interface DatePassedField extends AnyField {
  kind: 'date_passed'
  /** The field with the date. */
  date: string
}

export interface InstantField extends AnyField {
  kind: 'instant'
}

export interface TimeField extends AnyField {
  kind: 'time'
}

/** The fields of these kinds. */
export interface TimeFields {
  date: DateField
  date_passed: DatePassedField
  instant: InstantField
  time: TimeField
}

export const timeKinds: { [K in keyof TimeFields]: CoreKind<TimeFields[K]> } = {
  date: {
    properties: { notBefore: true, isDue: true },
    check: GivenDay,
    response: () => z.iso.date(),
  },
  date_passed: {
    properties: { date: true },
    check: () => z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') }),
    response: () => z.int(),
  },
  instant: {
    properties: {},
    check: GivenInstant,
    response: () => z.iso.datetime(),
  },
  time: {
    properties: {},
    check: () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'),
    response: () => z.string(),
  },
}
