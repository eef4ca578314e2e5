import type { DecimalField } from '#core/resources/kinds/decimal.ts'
import { trimDecimalZeros } from '#web/platform/format.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import type { CellProps, WebKind } from './webKind.ts'

export const decimal: WebKind<DecimalField> = {
  Cell: DecimalCell,
  inputValue: (value) => (typeof value === 'string' ? trimDecimalZeros(value) : value),
}

function DecimalCell({ field, value }: CellProps<DecimalField>) {
  const format = useFormat()
  return <>{format.quantity(Number(value), field.unit, field.unit ? undefined : field.scale)}</>
}
