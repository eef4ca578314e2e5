import type { IntegerField } from '#core/resources/kinds/integer.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import type { CellProps, WebKind } from './webKind.ts'

export const integer: WebKind<IntegerField> = {
  Cell: IntegerCell,
  typedValue: (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text),
}

function IntegerCell({ field, value }: CellProps<IntegerField>) {
  const format = useFormat()
  return <>{format.quantity(Number(value), field.unit)}</>
}
