import type { UsernameField } from '#core/resources/kinds/username.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const username: WebKind<UsernameField> = {
  Cell: PlainCell,
}
