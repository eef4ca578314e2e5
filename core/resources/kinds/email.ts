import { z } from 'zod'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

export interface EmailField extends TextLength {
  kind: 'email'
}

export const email: CoreKind<EmailField> = {
  ...anyText,
  check: (field) => textOf(field).pipe(z.email({ error: 'email' })),
}
