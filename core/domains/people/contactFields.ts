import type { Fields } from '#core/resources/field.ts'
import { OBJECT_REFS } from '#core/resources/objects.ts'

/** The owner of a phone, e-mail, address or note. */
export const ownerFields = {
  object_ref: { kind: 'choice', required: true, of: OBJECT_REFS },
  object_id: { kind: 'integer', required: true, min: 1, max: Number.MAX_SAFE_INTEGER },
} as const satisfies Fields

export const PHONE_TYPES = ['home', 'mobile', 'work', 'fax'] as const
export const EMAIL_TYPES = ['home', 'work', 'other'] as const
export const ADDRESS_TYPES = ['billing', 'shipping', 'work', 'other'] as const
