import type { InstantField } from '#core/resources/kinds/instant.ts'
import { instantText } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const instant: ServerKind<InstantField> = {
  column: () => 'timestamptz',
  text: (value, { actor }) => instantText(actor, String(value)),
}
