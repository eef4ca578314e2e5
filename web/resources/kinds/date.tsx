import type { DateField } from '#core/resources/kinds/date.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import type { WebKind } from './webKind.ts'

export const date: WebKind<DateField> = {
  Cell: DateCell,
}

function DateCell({ value }: { value: unknown }) {
  return <>{useFormat().date(String(value))}</>
}
