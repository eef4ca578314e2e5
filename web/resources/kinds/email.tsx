import type { EmailField } from '#core/resources/kinds/email.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const email: WebKind<EmailField> = {
  Cell: PlainCell,
}
