import type { CountryCodeField } from '#core/resources/kinds/country_code.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

export const country_code: WebKind<CountryCodeField> = {
  Cell: PlainCell,
}
