import type { z } from 'zod'
import type { AnyField } from './anyField.ts'

/** The schemas of a field kind. The browser loads them only to check a form; `KindFacts` is what lists need. */
export interface CoreKind<F extends AnyField> {
  /** Properties of such a field in addition to the common ones; a definition has no others. */
  properties: Record<Exclude<keyof F, keyof AnyField | 'kind'>, true>
  /** Checks an input value. */
  check(field: F): z.ZodType
  /** The value in a response. */
  response(field: F): z.ZodType
}
