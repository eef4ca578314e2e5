import { useTranslation } from 'react-i18next'
import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import { isUnitPrice, isUnknown } from '#core/resources/isUnitPrice.ts'
import type { MoneyField } from '#core/resources/kinds/money.ts'
import { trimDecimalZeros } from '#web/platform/format.ts'
import { MoneyText } from './MoneyText.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const money: WebKind<MoneyField> = {
  Cell: MoneyCell,
  inputValue: (value) => (typeof value === 'string' ? trimDecimalZeros(value) : value),
}

function MoneyCell({ resource, name, field, record, value }: CellProps<MoneyField>) {
  const { t } = useTranslation()
  if (isUnknown(field, record)) return t(`records.${resource.name}.fields.${field.unknownIf}`)
  return (
    <MoneyText
      amount={String(value)}
      currency_id={record[currencyKeyOf(resource, name)]}
      isPrice={isUnitPrice(resource.fields[name])}
    />
  )
}
