import type { SlugField } from '#core/resources/kinds/slug.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const slug: ServerKind<SlugField> = {
  ...anyText,
  rules: () => 'slug',
}
