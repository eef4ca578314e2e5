import type { z } from 'zod'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

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
