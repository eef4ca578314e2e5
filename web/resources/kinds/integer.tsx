import type { IntegerField } from '#core/resources/kinds/integer.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { CountryText } from './CountryText.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const integer: WebKind<IntegerField> = {
  Cell: IntegerCell,
  typedValue: (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text),
}

function IntegerCell({ field, value }: CellProps<IntegerField>) {
  const format = useFormat()
  if (field.country) return <CountryText id={Number(value)} />
  return <>{format.quantity(Number(value), field.unit)}</>
}
