import { z } from 'zod'
import { GivenInstant } from '#core/platform/time/instants.ts'

/**
 * A person's verdict on a rise. `delivery`: product from us; `transfer`: product from another tank; `sensor_moved`: no product,
 * the level counts from its new position; `expansion`: only warmth.
 */
export const RISE_VERDICTS = ['delivery', 'transfer', 'sensor_moved', 'expansion'] as const
export type RiseVerdict = (typeof RISE_VERDICTS)[number]

const note = () => z.string().trim().max(255).nullable().default(null)
const volume = () => z.number().positive()

/** A delivery added by a user, without a detected rise. */
export const AddedDeliveryBody = () =>
  z.strictObject({
    at: GivenInstant(),
    volume: volume().describe('In the user’s unit.'),
    note: note(),
  })

/** A user's verdict on a detected rise. */
export const RiseVerdictBody = () =>
  z.strictObject({
    verdict: z.enum(RISE_VERDICTS),
    volume: volume()
      .optional()
      .describe('Actual volume if it differs from the measured one; in the user’s unit.'),
    note: note(),
  })

/** A rise or sudden loss with the user's verdict applied; in the user's units. */
export const TankChangeResponse = () =>
  z.object({
    tank_change_id: z.int().nullable().describe('Null if no rise was seen.'),
    told_change_id: z.int().nullable().describe('Null without a verdict.'),
    kind: z.enum(['fill', 'loss']),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime(),
    volume: z.number(),
    measured_volume: z.number().nullable().describe('Measured change of the level; null if none was seen.'),
    unit: z.enum(['L', 'gal']),
    verdict: z.enum(RISE_VERDICTS).nullable().describe('A person’s verdict.'),
    note: z.string().nullable(),
    told_by: z.string().nullable(),
  })

export type ReportedTankChange = z.output<ReturnType<typeof TankChangeResponse>>
