import { z } from 'zod'

/** The days that fill the sentence of a need's reason. */
export const NeedDays = () =>
  z
    .object({
      from: z.iso.date().optional(),
      next: z.iso.date().optional(),
      on: z.iso.date().optional(),
      is_usual: z.literal(true).optional().describe('The customer requested no day: `on` is the usual one.'),
      dry_at: z.iso.datetime().optional().describe('When the tank ran dry, if its estimate is right.'),
    })
    .describe('The days that fill the sentence of `reason`.')
