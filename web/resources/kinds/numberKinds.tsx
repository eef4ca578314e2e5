import { countryName, countryOfId } from '#core/platform/countries.ts'
import { currencyKeyOf } from '#core/resources/fields/currencyKey.ts'
import { isUnitPrice, isUnknown } from '#core/resources/fields/isUnitPrice.ts'
import type {
  DecimalField,
  IntegerField,
  MoneyField,
  NumberFields,
} from '#core/resources/kinds/numberKinds.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyText } from './MoneyText.tsx'
import type { CellProps, WebKind } from './webKind.ts'

function IntegerCell({ field, value }: CellProps<IntegerField>) {
  const format = useFormat()
  return <>{format.quantity(Number(value), field.unit)}</>
}

function DecimalCell({ field, value }: CellProps<DecimalField>) {
  const format = useFormat()
  return <>{format.quantity(Number(value), field.unit, field.unit ? undefined : field.scale)}</>
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

export const numberKinds: { [K in keyof NumberFields]: WebKind<NumberFields[K]> } = {
  integer: {
    Cell: IntegerCell,
    typedValue: (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text),
  },
  decimal: {
    Cell: DecimalCell,
    inputValue: (value) => (typeof value === 'string' ? trimDecimalZeros(value) : value),
  },
  money: {
    Cell: MoneyCell,
    inputValue: (value) => (typeof value === 'string' ? trimDecimalZeros(value) : value),
  },
  country: {
    Cell: ({ value }) => <CountryText id={Number(value)} />,
  },
}

/** A country by its name in the user's language. */
function CountryText({ id }: { id: number }) {
  const { i18n } = useTranslation()
  const country = countryOfId(id)
  return <>{country ? countryName(country, i18n.language) : id}</>
}
