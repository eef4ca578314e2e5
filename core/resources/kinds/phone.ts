import { z } from 'zod'
import { parseAnyPhone } from '#core/platform/phone.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

export interface PhoneField extends AnyField {
  kind: 'phone'
  max: number
  /** The field that names its country; the kind's own `check` then judges both together. */
  country?: string
  /** It is a person's mobile number, and is asked for as such. */
  mobile?: true
}

export const phone: CoreKind<PhoneField> = {
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
  answer: () => z.string(),
}

/** As long as people write one, with its blanks; it is kept in its E.164 form. */
const TYPED_PHONE = 32
