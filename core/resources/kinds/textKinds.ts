import { z } from 'zod'
import { isColor } from '#core/platform/isColor.ts'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { isKnownTimeZone } from '#core/platform/time/timeZones.ts'
import type { AnyField } from './anyField.ts'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** One line of text. */
export interface TextField extends TextLength {
  kind: 'text'
  /** The field with the user id of the name in this text: names of staff are shown to staff only. */
  writtenBy?: string
}

/** Multi-line text. */
export interface LongTextField extends TextLength {
  kind: 'long_text'
}

export interface EmailField extends TextLength {
  kind: 'email'
}

export interface UrlField extends TextLength {
  kind: 'url'
}

/** A web address, with or without its scheme (people type "www.example.com"). */
function isUrl(value: string): boolean {
  return /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+(:\d{1,5})?([/?#]\S*)?$/iu.test(
    value,
  )
}

/** The name that a user signs in with. */
export interface UsernameField extends TextLength {
  kind: 'username'
}

/** Letters, digits, @, - and . only; with an @ or a dot it must be a valid e-mail address. */
export function isUsername(value: string): boolean {
  if (!/^[A-Za-z0-9@.-]{8,100}$/.test(value)) return false
  return !/[@.]/.test(value) || z.email().safeParse(value).success
}

/** An identifier for programs. */
export interface SlugField extends TextLength {
  kind: 'slug'
}

/** Validates an identifier; a wrong first character has its own message. */
export function slugOf(text: z.ZodType<string>): z.ZodType<string> {
  return text
    .refine((value) => /^[a-zA-Z]/.test(value), { error: 'letter_first', abort: true })
    .refine((value) => /^[a-z][a-z0-9_]*$/.test(value), { error: 'slug' })
}

export interface ColorField extends TextLength {
  kind: 'color'
}

export interface TimeZoneField extends TextLength {
  kind: 'time_zone'
}

/** The path of a screen. */
export interface RouteField extends TextLength {
  kind: 'route'
}

/** The public id of a device, printed on it. */
export interface PublicIdField extends TextLength {
  kind: 'public_id'
}

/** A number printed on a thing as a code. */
export interface ScannedCodeField extends TextLength {
  kind: 'scanned_code'
}

/** HTML, with headings, lists, links and pictures. */
export interface RichTextField extends TextLength {
  kind: 'rich_text'
}

/** Three-letter country code. */
export interface CountryCodeField extends TextLength {
  kind: 'country_code'
}

/** Words in one text, separated by bars. */
export interface WordListField extends TextLength {
  kind: 'word_list'
  /** Suggested words; others are accepted. */
  suggests?: readonly string[]
}

function isUniqueList(items: string[]): boolean {
  return new Set(items.map((item) => item.toLowerCase())).size === items.length
}

/** Written, never answered; stored as a hash. */
export interface SecretField extends AnyField {
  kind: 'secret'
  min: number
  max: number
}

/** The fields of these kinds. */
export interface TextFields {
  text: TextField
  long_text: LongTextField
  email: EmailField
  url: UrlField
  username: UsernameField
  slug: SlugField
  color: ColorField
  time_zone: TimeZoneField
  route: RouteField
  public_id: PublicIdField
  scanned_code: ScannedCodeField
  rich_text: RichTextField
  country_code: CountryCodeField
  word_list: WordListField
  secret: SecretField
}

export const textKinds: { [K in keyof TextFields]: CoreKind<TextFields[K]> } = {
  text: {
    ...anyText,
    properties: { ...anyText.properties, writtenBy: true },
    check: (field) => textOf(field).refine((value) => !/[\r\n]/.test(value), { error: 'characters' }),
  },
  long_text: {
    ...anyText,
    check: textOf,
  },
  email: {
    ...anyText,
    check: (field) => textOf(field).pipe(z.email({ error: 'email' })),
  },
  url: {
    ...anyText,
    check: (field) => textOf(field).refine(isUrl, { error: 'url' }),
  },
  username: {
    ...anyText,
    check: (field) => textOf(field).refine(isUsername, { error: 'username' }),
  },
  slug: {
    ...anyText,
    check: (field) => slugOf(textOf(field)),
  },
  color: {
    ...anyText,
    check: (field) => textOf(field).refine((value) => isColor(value), { error: 'color' }),
  },
  time_zone: {
    ...anyText,
    check: (field) => textOf(field).refine(isKnownTimeZone, { error: 'time_zone' }),
  },
  route: {
    ...anyText,
    check: (field) => textOf(field).refine((value) => /^\/?[\w/-]*$/.test(value), { error: 'route' }),
  },
  public_id: {
    ...anyText,
    check: (field) => textOf(field).refine((value) => /^[\w.:-]+$/.test(value), { error: 'public_id' }),
  },
  scanned_code: {
    ...anyText,
    check: textOf,
  },
  rich_text: {
    ...anyText,
    check: textOf,
  },
  country_code: {
    ...anyText,
    check: textOf,
  },
  word_list: {
    ...anyText,
    properties: { ...anyText.properties, suggests: true },
    check: (field) =>
      textOf(field)
        .refine((value) => !/^\||\|$/.test(value), { error: 'pipe_ends', abort: true })
        .refine((value) => !/\s\||\|\s/.test(value), { error: 'pipe_spaces', abort: true })
        .refine((value) => isUniqueList(value.split('|')), { error: 'unique_items' }),
  },
  secret: {
    properties: { min: true, max: true },
    check: () =>
      z
        .string({ error: ruleMessage(undefined, 'password_required') })
        .min(1, 'password_required')
        .max(255),
    answer: () => z.string(),
  },
}
