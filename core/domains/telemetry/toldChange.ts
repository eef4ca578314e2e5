import { z } from 'zod'
import { GivenInstant } from '#core/platform/instants.ts'

/**
 * What a person says that a rise of a level was. A delivery came in for us; a transfer came in, but from another tank; where the
 * sensor was moved nothing came in, and the level counts from where it stands since; an expansion was only the warmth.
 */
export const RISE_VERDICTS = ['delivery', 'transfer', 'sensor_moved', 'expansion'] as const
export type RiseVerdict = (typeof RISE_VERDICTS)[number]

const note = () => z.string().trim().max(255).nullable().default(null)
const volume = () => z.number().positive()

/** A delivery as somebody tells of it that no rise has shown. */
export const AddedDeliveryBody = () =>
  z.strictObject({
    at: GivenInstant(),
    volume: volume().describe('In the unit of the user.'),
    note: note(),
  })

/** What somebody says of a rise that was seen. */
export const RiseVerdictBody = () =>
  z.strictObject({
    verdict: z.enum(RISE_VERDICTS),
    volume: volume()
      .optional()
      .describe('What came in, where it was not what was measured; in the unit of the user.'),
    note: note(),
  })

/** A rise or a sudden loss of a tank, as it counts; in the user's units. */
export const TankChangeAnswer = () =>
  z.object({
    tank_change_id: z.int().nullable().describe('Null where no rise was seen.'),
    told_change_id: z.int().nullable().describe('Null where nobody has said anything of it.'),
    kind: z.enum(['fill', 'loss']),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime(),
    volume: z.number(),
    measured_volume: z
      .number()
      .nullable()
      .describe('What the level rose or fell by; null where nothing was seen.'),
    unit: z.enum(['L', 'gal']),
    verdict: z.enum(RISE_VERDICTS).nullable().describe('What a person said that it was.'),
    note: z.string().nullable(),
    told_by: z.string().nullable(),
  })

export type ToldTankChange = z.output<ReturnType<typeof TankChangeAnswer>>
