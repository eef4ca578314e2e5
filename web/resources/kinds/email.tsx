import type { EmailField } from '#core/resources/kinds/email.ts'
import { LinkValue } from './LinkValue.tsx'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const email: WebKind<EmailField> = {
  Cell: PlainCell,
  Value: ({ value }) => <LinkValue to={`mailto:${value}`} text={String(value)} />,
}
