import type { ColorField } from '#core/resources/kinds/color.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const color: ServerKind<ColorField> = {
  ...anyText,
  rules: () => 'color',
}
