import { z } from 'zod'
import { isColor } from '#core/platform/isColor.ts'
import { isKnownTimeZone } from '#core/platform/timeZones.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

export interface TextField extends AnyField {
  kind: 'text'
  max: number
  min?: number
  format?:
    | 'email'
    | 'url'
    | 'username'
    | 'slug'
    | 'color'
    | 'time_zone'
    | 'route'
    | 'public_id'
    | 'piped'
    | 'rich'
  multiline?: true
  /** Printed on the thing as a code: it can be scanned into its field, and the code finds the record. */
  scanned?: true
  /** The three letters of a country. */
  country?: true
  /** The name of the user whose id that field holds: who of the business it is, only its own people read. */
  writtenBy?: string
  /** Of a piped list: what its items usually are. Others are accepted. */
  suggests?: readonly string[]
}

export const text: CoreKind<TextField> = {
  properties: {
    max: true,
    min: true,
    format: true,
    multiline: true,
    scanned: true,
    country: true,
    writtenBy: true,
    suggests: true,
  },
  isText: true,
  narrow: (field, { min_len, max_len, input_type }) => ({
    ...field,
    ...(min_len != null && { min: Math.max(min_len, field.min ?? 0) }),
    ...(max_len != null && { max: Math.min(max_len, field.max) }),
    ...(input_type === 'textarea' && { multiline: true as const }),
  }),
  check: (field) => {
    const text = plainText(field.max, field.min ?? (field.required ? 1 : 0))
    switch (field.format) {
      case undefined:
      case 'rich':
        return text
      case 'email':
        return text.pipe(z.email({ error: 'email' }))
      case 'url':
        return text.refine(isUrl, { error: 'url' })
      case 'username':
        return text.refine(isUsername, { error: 'username' })
      case 'slug':
        return slug(text)
      case 'color':
        return text.refine((value) => isColor(value), { error: 'color' })
      case 'time_zone':
        return text.refine(isKnownTimeZone, { error: 'time_zone' })
      case 'public_id':
        return text.refine((value) => /^[\w.:-]+$/.test(value), { error: 'public_id' })
      case 'piped':
        return text
          .refine((value) => !/^\||\|$/.test(value), { error: 'pipe_ends', abort: true })
          .refine((value) => !/\s\||\|\s/.test(value), { error: 'pipe_spaces', abort: true })
          .refine((value) => isUniqueList(value.split('|')), { error: 'unique_items' })
      case 'route':
        return text.refine((value) => /^\/?[\w/-]*$/.test(value), { error: 'route' })
    }
  },
  answer: () => z.string(),
}

/** A name for machines. That it begins wrong is said by itself. */
export function slug(text: z.ZodType<string>): z.ZodType<string> {
  return text
    .refine((value) => /^[a-zA-Z]/.test(value), { error: 'letter_first', abort: true })
    .refine((value) => /^[a-z][a-z0-9_]*$/.test(value), { error: 'slug' })
}

function isUniqueList(items: string[]): boolean {
  return new Set(items.map((item) => item.toLowerCase())).size === items.length
}

/** An address of the web, with or without its scheme ("www.example.com" is what people type). */
function isUrl(value: string): boolean {
  return /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+(:\d{1,5})?([/?#]\S*)?$/iu.test(
    value,
  )
}

/** Letters, digits, @, - and . only; with an @ or a dot it must be a valid e-mail. */
export function isUsername(value: string): boolean {
  if (!/^[A-Za-z0-9@.-]{8,100}$/.test(value)) return false
  return !/[@.]/.test(value) || z.email().safeParse(value).success
}
