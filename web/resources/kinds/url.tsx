import type { UrlField } from '#core/resources/kinds/url.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const url: WebKind<UrlField> = {
  Cell: PlainCell,
}
