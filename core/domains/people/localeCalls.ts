import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'

export const listCountries = defineCall({
  method: 'GET',
  path: '/locales/countries',
  access: signedInOrKey,
  response: () =>
    z.object({
      locale_countries: z.array(
        z.object({
          country_id: z.int(),
          country_iso_2: z.string(),
          country_iso_3: z.string(),
          country_name: z.string(),
        }),
      ),
    }),
})

export const findPostalCode = defineCall({
  method: 'GET',
  path: '/locales/postal_codes/:zip',
  access: signedInOrKey,
  params: () => z.object({ zip: z.string().regex(/^\d{5}$/) }),
  response: () =>
    z.object({
      locale_postal_codes: z.array(
        z.object({ zip_code: z.string(), city: z.string(), state: z.string(), country_id: z.int() }),
      ),
    }),
})
