import { z } from 'zod'
import { isColor } from '#core/platform/isColor.ts'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { isKnownTimeZone } from '#core/platform/timeZones.ts'
import type { AnyField } from './anyField.ts'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** One line of text. */
export interface TextField extends TextLength {
  kind: 'text'
  /** The field with the user id of the name in this text: names of staff are shown to staff only. */
  writtenBy?: string
}

export const text: CoreKind<TextField> = {
  ...anyText,
  properties: { ...anyText.properties, writtenBy: true },
  check: (field) => textOf(field).refine((value) => !/[\r\n]/.test(value), { error: 'characters' }),
}

/** Multi-line text. */
export interface LongTextField extends TextLength {
  kind: 'long_text'
}

export const long_text: CoreKind<LongTextField> = {
  ...anyText,
  check: textOf,
}

export interface EmailField extends TextLength {
  kind: 'email'
}

export const email: CoreKind<EmailField> = {
  ...anyText,
  check: (field) => textOf(field).pipe(z.email({ error: 'email' })),
}

export interface UrlField extends TextLength {
  kind: 'url'
}

export const url: CoreKind<UrlField> = {
  ...anyText,
  check: (field) => textOf(field).refine(isUrl, { error: 'url' }),
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

export const username: CoreKind<UsernameField> = {
  ...anyText,
  check: (field) => textOf(field).refine(isUsername, { error: 'username' }),
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

export const slug: CoreKind<SlugField> = {
  ...anyText,
  check: (field) => slugOf(textOf(field)),
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

export const color: CoreKind<ColorField> = {
  ...anyText,
  check: (field) => textOf(field).refine((value) => isColor(value), { error: 'color' }),
}

export interface TimeZoneField extends TextLength {
  kind: 'time_zone'
}

export const time_zone: CoreKind<TimeZoneField> = {
  ...anyText,
  check: (field) => textOf(field).refine(isKnownTimeZone, { error: 'time_zone' }),
}

/** The path of a screen. */
export interface RouteField extends TextLength {
  kind: 'route'
}

export const route: CoreKind<RouteField> = {
  ...anyText,
  check: (field) => textOf(field).refine((value) => /^\/?[\w/-]*$/.test(value), { error: 'route' }),
}

/** The public id of a device, printed on it. */
export interface PublicIdField extends TextLength {
  kind: 'public_id'
}

export const public_id: CoreKind<PublicIdField> = {
  ...anyText,
  check: (field) => textOf(field).refine((value) => /^[\w.:-]+$/.test(value), { error: 'public_id' }),
}

/** A number printed on a thing as a code. */
export interface ScannedCodeField extends TextLength {
  kind: 'scanned_code'
}

export const scanned_code: CoreKind<ScannedCodeField> = {
  ...anyText,
  check: textOf,
}

/** HTML, with headings, lists, links and pictures. */
export interface RichTextField extends TextLength {
  kind: 'rich_text'
}

export const rich_text: CoreKind<RichTextField> = {
  ...anyText,
  check: textOf,
}

/** Three-letter country code. */
export interface CountryCodeField extends TextLength {
  kind: 'country_code'
}

export const country_code: CoreKind<CountryCodeField> = {
  ...anyText,
  check: textOf,
}

/** Words in one text, separated by bars. */
export interface WordListField extends TextLength {
  kind: 'word_list'
  /** Suggested words; others are accepted. */
  suggests?: readonly string[]
}

export const word_list: CoreKind<WordListField> = {
  ...anyText,
  properties: { ...anyText.properties, suggests: true },
  check: (field) =>
    textOf(field)
      .refine((value) => !/^\||\|$/.test(value), { error: 'pipe_ends', abort: true })
      .refine((value) => !/\s\||\|\s/.test(value), { error: 'pipe_spaces', abort: true })
      .refine((value) => isUniqueList(value.split('|')), { error: 'unique_items' }),
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

export const secret: CoreKind<SecretField> = {
  properties: { min: true, max: true },
  check: () =>
    z
      .string({ error: ruleMessage(undefined, 'password_required') })
      .min(1, 'password_required')
      .max(255),
  answer: () => z.string(),
}
