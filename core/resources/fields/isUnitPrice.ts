import { STORED_PLACES } from '#core/platform/numbers/money.ts'

/** Whether a field is a unit price, which has more decimals than an amount. */
export function isUnitPrice(field: { kind: string; scale?: number } | undefined): boolean {
  return field?.kind === 'money' && (field.scale ?? 0) > STORED_PLACES
}

/** The flag for an unknown amount, if the field has one. */
export function unknownFlagOf(field: object | undefined): string | undefined {
  return field && 'unknownIf' in field && typeof field.unknownIf === 'string' ? field.unknownIf : undefined
}

/** Whether an amount of a record is unknown. */
export function isUnknown(field: object | undefined, record: Readonly<Record<string, unknown>>): boolean {
  const flag = unknownFlagOf(field)
  return flag !== undefined && record[flag] === 1
}
