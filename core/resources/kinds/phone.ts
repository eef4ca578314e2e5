import { z } from 'zod'
import { parseAnyPhone } from '#core/platform/phone.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

export interface PhoneField extends AnyField {
  kind: 'phone'
  max: number
  /** The field with its country; `recordIssues` then validates both together. */
  country?: string
  /** A person's mobile number; labelled as such in messages. */
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

/** Maximum length as typed, with blanks; stored in E.164 format. */
const TYPED_PHONE = 32
