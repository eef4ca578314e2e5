import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import type { SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { may } from '#core/resources/may.ts'

/** A recomputation of a tank's history, with its progress. */
export const RecomputationResponse = () =>
  z.object({
    recomputation_id: z.int(),
    from_day: z.iso.date().describe('First day (UTC) that is recomputed.'),
    status: z.enum(['queued', 'running', 'done', 'failed']),
    progress: z.int().describe('Percent of its days.'),
    readings: z.int(),
    requested_by: z.string().nullable(),
    requested_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })

export type Recomputation = z.output<ReturnType<typeof RecomputationResponse>>

/** The newest recomputations of all tanks with a tank type, sensor type or product, as one. */
const OfTanks = () =>
  z.object({
    recomputations: z.object({
      tanks: z.int().describe('Number of tanks that use it now.'),
      open: z.int().describe('Number of tanks whose recomputation is running or queued.'),
      progress: z.int().nullable().describe('Percent of the newest joint request; null if none is open.'),
    }),
  })

export type RecomputationsOfTanks = z.output<ReturnType<typeof OfTanks>>['recomputations']

/** Recomputes the histories of all tanks with a tank type, sensor type or product. */
export function recomputeTanks<K extends SharedBasis>(kind: K) {
  return defineCall({
    method: 'POST',
    path: `/${kind}/:id/recompute`,
    access: may(devices, 'update'),
    params: () => z.object({ id: Id }),
    body: () => z.object({ from: GivenDay() }),
    response: OfTanks,
  })
}

/** Progress of those recomputations. */
export function readRecomputationsOf<K extends SharedBasis>(kind: K) {
  return defineCall({
    method: 'GET',
    path: `/${kind}/:id/recomputations`,
    access: may(devices, 'read'),
    params: () => z.object({ id: Id }),
    response: OfTanks,
  })
}
