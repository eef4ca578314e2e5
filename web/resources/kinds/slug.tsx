import type { SlugField } from '#core/resources/kinds/slug.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const slug: WebKind<SlugField> = {
  Cell: PlainCell,
}
