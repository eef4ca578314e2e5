import type { CountryCodeField } from '#core/resources/kinds/country_code.ts'
import { countryText } from '#server/resources/countryText.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const country_code: ServerKind<CountryCodeField> = {
  ...anyText,
  text: (value, { actor }) => countryText(actor, value),
}
