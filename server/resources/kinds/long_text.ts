import type { LongTextField } from '#core/resources/kinds/long_text.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const long_text: ServerKind<LongTextField> = {
  ...anyText,
}
