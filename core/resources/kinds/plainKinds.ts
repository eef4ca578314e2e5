import { z } from 'zod'
import { parseAnyPhone } from '#core/platform/phone.ts'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'
import { plainText } from './plainText.ts'
import { recordId } from './recordId.ts'

export interface FlagField extends AnyField {
  kind: 'flag'
}

/** One value of a closed list of names or numbers. */
export interface ChoiceField extends AnyField {
  kind: 'choice'
  of: readonly string[] | readonly number[]
  /** Accepted aliases, with the values that they stand for. */
  also?: Readonly<Record<string, string>>
}

/** A value of an options list that users maintain. */
export interface OptionField extends AnyField {
  kind: 'option'
  list: string
  max: number
}

/** Refers to a record of another kind by its id. */
export interface ReferenceField extends AnyField {
  kind: 'reference'
  to: string
  /** Defaults to the user's own company. */
  own?: true
  /**
   * The referenced record must belong to the company in that field (`same`), to it or one below it (`below`), or also to one
   * above it or to the business itself (`line`).
   */
  ofCompany?: { readonly field: string; readonly reach: 'same' | 'below' | 'line' }
  /** Filters of the select; other records of the kind are still valid. */
  narrowed?: Readonly<Record<string, string>>
}

export interface PhoneField extends AnyField {
  kind: 'phone'
  max: number
  /** The field with its country; `recordIssues` then validates both together. */
  country?: string
  /** A person's mobile number; labelled as such in messages. */
  mobile?: true
}

export interface ImageField extends AnyField {
  kind: 'image'
}

export interface FormulaField extends AnyField {
  kind: 'formula'
  max: number
}

/** Maximum length as typed, with blanks; stored in E.164 format. */
const TYPED_PHONE = 32

/** The fields of these kinds. */
export interface PlainFields {
  flag: FlagField
  choice: ChoiceField
  option: OptionField
  reference: ReferenceField
  phone: PhoneField
  image: ImageField
  formula: FormulaField
}

/** Kinds of one value that are neither free texts, numbers nor times. */
export const plainKinds: { [K in keyof PlainFields]: CoreKind<PlainFields[K]> } = {
  flag: {
    properties: {},
    check: () => z.union([z.literal(0), z.literal(1)], { error: ruleMessage('flag') }),
    response: () => z.int(),
  },
  choice: {
    properties: { of: true, also: true },
    check: ({ of, also }) =>
      also ? z.preprocess((value) => also[String(value)] ?? value, oneOf(of)) : oneOf(of),
    response: ({ of }) => (typeof of[0] === 'number' ? z.int() : z.string()),
  },
  option: {
    properties: { list: true, max: true },
    check: ({ max }) => plainText(max, 1),
    response: () => z.string(),
  },
  reference: {
    properties: { to: true, own: true, ofCompany: true, narrowed: true },
    check: recordId,
    response: () => z.int(),
  },
  phone: {
    properties: { max: true, country: true, mobile: true },
    check: ({ country, max, mobile }) => {
      const typed = plainText(TYPED_PHONE, 1, mobile ? 'mobile_required' : 'required')
      if (country) return typed
      return typed.transform((text, context) => {
        const number = parseAnyPhone(text)?.number
        if (number && number.length <= max) return number
        context.addIssue({ code: 'custom', message: 'phone' })
        return z.NEVER
      })
    },
    response: () => z.string(),
  },
  image: {
    properties: {},
    check: recordId,
    response: () => z.int(),
  },
  formula: {
    properties: { max: true },
    check: ({ max }) => plainText(max, 1),
    response: () => z.string(),
  },
}
