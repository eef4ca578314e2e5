import { z } from 'zod'
import { defineCall } from './defineCall.ts'

/** What the sign-in page and every screen need of the settings: anybody may know it. */
export const readEnvironment = defineCall({
  method: 'GET',
  path: '/environment',
  access: { who: 'public' },
  answer: () =>
    z.object({
      environment: z.object({
        company_name: z.string(),
        sign_up: z.int(),
        time_zone: z.string(),
        idle_lock_minutes: z.int(),
        map_tiles_url: z.string().nullable(),
        battery_low: z.int().describe('Percent under which a battery is weak.'),
        weather_attribution: z
          .string()
          .nullable()
          .describe('Whose weather the forecasts follow; null where they follow none.'),
        logo: z.string().nullable(),
        logo_thumb: z.string().nullable(),
      }),
    }),
})
