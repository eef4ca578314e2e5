import { z } from 'zod'
import { isColor } from '#core/platform/isColor.ts'
import { isKnownTimeZone } from '#core/platform/time/timeZones.ts'

type Text = z.ZodType<string>

/** The formats of a text, with the demands of each other than its length. */
export const textFormats = {
  email: (text) => text.pipe(z.email({ error: 'email' })),
  url: (text) => text.refine(isUrl, { error: 'url' }),
  /** The name that a user signs in with. */
  username: (text) => text.refine(isUsername, { error: 'username' }),
  /** An identifier for programs. */
  slug: slugOf,
  color: (text) => text.refine((value) => isColor(value), { error: 'color' }),
  time_zone: (text) => text.refine(isKnownTimeZone, { error: 'time_zone' }),
  /** The path of a screen. */
  route: (text) => text.refine((value) => /^\/?[\w/-]*$/.test(value), { error: 'route' }),
  /** The public id of a device, printed on it. */
  public_id: (text) => text.refine((value) => /^[\w.:-]+$/.test(value), { error: 'public_id' }),
  /** A number printed on a thing as a code. */
  scanned_code: (text) => text,
  /** The three letters of a country. */
  country_code: (text) => text,
  /** HTML, with headings, lists, links and pictures. */
  rich_text: (text) => text,
} satisfies Record<string, (text: Text) => Text>

export type TextFormat = keyof typeof textFormats

/** A web address, with or without its scheme (people type "www.example.com"). */
function isUrl(value: string): boolean {
  return /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+(:\d{1,5})?([/?#]\S*)?$/iu.test(
    value,
  )
}

/** Letters, digits, @, - and . only; with an @ or a dot it must be a valid e-mail address. */
export function isUsername(value: string): boolean {
  if (!/^[A-Za-z0-9@.-]{8,100}$/.test(value)) return false
  return !/[@.]/.test(value) || z.email().safeParse(value).success
}

/** Validates an identifier; a wrong first character has its own message. */
export function slugOf(text: Text): Text {
  return text
    .refine((value) => /^[a-zA-Z]/.test(value), { error: 'letter_first', abort: true })
    .refine((value) => /^[a-z][a-z0-9_]*$/.test(value), { error: 'slug' })
}
