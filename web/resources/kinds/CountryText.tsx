import { useTranslation } from 'react-i18next'
import { countryName, countryOfId } from '#core/platform/countries.ts'

/** A country by its name in the user's language. */
export function CountryText({ id }: { id: number }) {
  const { i18n } = useTranslation()
  const country = countryOfId(id)
  return <>{country ? countryName(country, i18n.language) : id}</>
}
