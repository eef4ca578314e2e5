import type { PublicIdField } from '#core/resources/kinds/public_id.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const public_id: ServerKind<PublicIdField> = {
  ...anyText,
  rules: () => 'public_id',
}
