import type { z } from 'zod'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** A name for machines. */
export interface SlugField extends TextLength {
  kind: 'slug'
}

export const slug: CoreKind<SlugField> = {
  ...anyText,
  check: (field) => slugOf(textOf(field)),
}

/** A text that is a name for machines. That it begins wrong is said by itself. */
export function slugOf(text: z.ZodType<string>): z.ZodType<string> {
  return text
    .refine((value) => /^[a-zA-Z]/.test(value), { error: 'letter_first', abort: true })
    .refine((value) => /^[a-z][a-z0-9_]*$/.test(value), { error: 'slug' })
}
