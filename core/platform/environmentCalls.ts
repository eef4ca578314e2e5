import { z } from 'zod'
import { defineCall } from './defineCall.ts'

/** Settings that the sign-in page and every screen need; public. */
export const readEnvironment = defineCall({
  method: 'GET',
  path: '/environment',
  access: { who: 'public' },
  response: () =>
    z.object({
      environment: z.object({
        company_name: z.string(),
        sign_up: z.int(),
        time_zone: z.string(),
        idle_lock_minutes: z.int(),
        map_tiles_url: z.string().nullable(),
        battery_low: z.int().describe('A battery below this percent is weak.'),
        weather_attribution: z
          .string()
          .nullable()
          .describe('Attribution of the weather provider; null without one.'),
        logo: z.string().nullable(),
        logo_thumb: z.string().nullable(),
      }),
    }),
})
