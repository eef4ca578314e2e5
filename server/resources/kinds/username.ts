import type { UsernameField } from '#core/resources/kinds/username.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const username: ServerKind<UsernameField> = {
  ...anyText,
  rules: () => 'username',
}
