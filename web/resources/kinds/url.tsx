import type { UrlField } from '#core/resources/kinds/url.ts'
import { LinkValue } from './LinkValue.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const url: WebKind<UrlField> = {
  Cell: PlainCell,
  Value: ({ value }) => <LinkValue to={String(value)} text={String(value)} isElsewhere />,
}
