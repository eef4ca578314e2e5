import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { TRUCK_DIFFERENCE_REASONS } from './balanceOf.ts'

const Figure = valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0 })

/** What was found in a compartment when its round is over, as `finalizeShipment` takes it. */
export const ClosedCompartment = () =>
  z.object({
    compartment: z.int().min(1).max(10),
    returned: Figure.nullish().describe('Taken back to where it was loaded.'),
    found: Figure.nullish().describe('What is still in it; without it, what should be.'),
    unit_id: Id,
    reason: z.enum(TRUCK_DIFFERENCE_REASONS, { error: 'choice' }).nullish(),
    note: z.string().trim().max(255).nullish(),
  })
export type ClosedCompartment = z.output<ReturnType<typeof ClosedCompartment>>
