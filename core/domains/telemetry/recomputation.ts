import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import type { SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenDay } from '#core/platform/instants.ts'
import { may } from '#core/resources/may.ts'

/** A task over a tank's history, and how far it is. */
export const RecomputationAnswer = () =>
  z.object({
    recomputation_id: z.int(),
    from_day: z.iso.date().describe('The first day (UTC) that is computed anew.'),
    status: z.enum(['queued', 'running', 'done', 'failed']),
    progress: z.int().describe('Percent of its days.'),
    readings: z.int(),
    requested_by: z.string().nullable(),
    requested_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })

export type Recomputation = z.output<ReturnType<typeof RecomputationAnswer>>

/** The newest tasks over the histories of all tanks that a type, a sensor or a product has, put together. */
const OfTanks = () =>
  z.object({
    recomputations: z.object({
      tanks: z.int().describe('Tanks that have it now.'),
      open: z.int().describe('Those whose history is being computed anew, or waits for it.'),
      progress: z
        .int()
        .nullable()
        .describe('Percent of what was asked for together last; null where nothing is open.'),
    }),
  })

export type RecomputationsOfTanks = z.output<ReturnType<typeof OfTanks>>['recomputations']

/** Computes the histories of all tanks anew that have a type, a kind of sensor, or a liquid. */
export function recomputeTanks<K extends SharedBasis>(kind: K) {
  return defineCall({
    method: 'POST',
    path: `/${kind}/:id/recompute`,
    access: may(devices, 'update'),
    params: () => z.object({ id: Id }),
    body: () => z.object({ from: GivenDay() }),
    answer: OfTanks,
  })
}

/** How far that is. */
export function readRecomputationsOf<K extends SharedBasis>(kind: K) {
  return defineCall({
    method: 'GET',
    path: `/${kind}/:id/recomputations`,
    access: may(devices, 'read'),
    params: () => z.object({ id: Id }),
    answer: OfTanks,
  })
}
