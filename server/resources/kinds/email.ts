import type { EmailField } from '#core/resources/kinds/email.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const email: ServerKind<EmailField> = {
  ...anyText,
  rules: () => 'email',
}
