import type { UrlField } from '#core/resources/kinds/url.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const url: ServerKind<UrlField> = {
  ...anyText,
  rules: () => 'url',
}
