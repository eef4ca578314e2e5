import type { JsonField } from '#core/resources/kinds/json.ts'
import { listText } from './listText.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const json: WebKind<JsonField> = {
  Cell: PlainCell,
  Change: ({ value }) => <span>{listText(value)}</span>,
  hasNoColumn: true,
  isWide: () => true,
}
