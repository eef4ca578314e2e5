import { formatMoney, formatPrice } from '#core/platform/money.ts'
import { readNumber } from '#core/resources/imports/readNumber.ts'
import { isUnitPrice, isUnknown } from '#core/resources/isUnitPrice.ts'
import type { MoneyField } from '#core/resources/kinds/money.ts'
import { figureText, localeOfActor } from '#server/resources/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

export const money: ServerKind<MoneyField> = {
  column: ({ digits = 13, scale = 3 }) => `numeric(${digits},${scale})`,
  text: (value, { actor, resource, field, row, marks, labelOf }) => {
    if (field.unknownIf && isUnknown(field, row)) return labelOf(resource, field.unknownIf)
    const currency = marks()
    if (!currency) return figureText(actor, Number(value), 3)
    const write = isUnitPrice(field) ? formatPrice : formatMoney
    return write(String(value), currency, localeOfActor(actor))
  },
  cellValue: (cell, _, { decimal }) => readNumber(cell, decimal),
}
