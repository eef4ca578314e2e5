import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { TRUCK_DIFFERENCE_REASONS } from './balanceOf.ts'

const Figure = valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0 })

/** The content of a compartment at the end of its round, as `finalizeShipment` takes it. */
export const ClosedCompartment = () =>
  z.object({
    compartment: z.int().min(1).max(10),
    returned: Figure.nullish().describe('Volume taken back to the terminal.'),
    found: Figure.nullish().describe('Volume still in it; defaults to the expected volume.'),
    unit_id: Id,
    reason: z.enum(TRUCK_DIFFERENCE_REASONS, { error: 'choice' }).nullish(),
    note: z.string().trim().max(255).nullish(),
  })
export type ClosedCompartment = z.output<ReturnType<typeof ClosedCompartment>>
