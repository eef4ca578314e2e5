import type { CountryField } from '#core/resources/kinds/country.ts'
import { CountryText } from './CountryText.tsx'
import type { WebKind } from './webKind.ts'

export const country: WebKind<CountryField> = {
  Cell: ({ value }) => <CountryText id={Number(value)} />,
}
