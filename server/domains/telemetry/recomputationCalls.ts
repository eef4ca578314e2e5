import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import { SHARED_BASIS, type SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import { Id } from '#core/platform/id.ts'
import type { Access, Call } from '#server/platform/http.ts'
import {
  listRecomputations,
  readRecomputationsOf,
  recomputeTanks,
  requestRecomputation,
} from './requestRecomputation.ts'

const tag = 'telemetry'
const mayRead: Access = { module: 'devices', action: 'read', loginTypes: devices.loginTypes }
const OfDevicePort = z.object({ device_id: Id, device_ports_id: Id })

/** The histories of all tanks that have a type, a kind of sensor, or a liquid. */
function callsOfBasis(kind: SharedBasis): Call[] {
  const tag = kind
  const params = z.object({ id: Id })
  const answer = z.object({
    recomputations: z.object({ tanks: z.int(), open: z.int(), progress: z.int().nullable() }),
  })
  return [
    {
      method: 'POST',
      path: `/${kind}/:id/recompute`,
      tag,
      summary: 'Compute the histories of all tanks that have it anew, from a day (UTC) on, as tasks',
      access: { module: 'devices', action: 'update', loginTypes: devices.loginTypes },
      params,
      body: z.object({ from: z.iso.date() }),
      answer,
      run: async (context, { params, body }) => ({
        recomputations: await recomputeTanks(context, kind, params.id, body.from),
        message: 'messages.recomputations_queued',
        type: 'info',
      }),
    },
    {
      method: 'GET',
      path: `/${kind}/:id/recomputations`,
      tag,
      summary: 'How many tanks have it, and how far the newest tasks over their histories are',
      access: mayRead,
      params,
      answer,
      run: async (context, { params }) => ({
        recomputations: await readRecomputationsOf(context, kind, params.id),
      }),
    },
  ]
}

/** Histories that are computed anew: of one tank, or of all that share a type, a kind of sensor, or a liquid. */
export const recomputationCalls: Call[] = [
  {
    method: 'POST',
    path: '/devices/:device_id/ports/:device_ports_id/recompute',
    tag,
    summary: "Compute a tank's history anew from its raw values, from a day (UTC) on, as a task",
    access: { module: 'devices', action: 'update', loginTypes: devices.loginTypes },
    params: OfDevicePort,
    body: z.object({ from: z.iso.date() }),
    answer: z.object({ recomputation: z.looseObject({}) }),
    run: async (context, { params, body }) => ({
      recomputation: await requestRecomputation(context, params, body.from),
      message: 'messages.recomputation_queued',
      type: 'info',
    }),
  },
  {
    method: 'GET',
    path: '/devices/:device_id/ports/:device_ports_id/recomputations',
    tag,
    summary: "The newest tasks over a tank's history, and how far they are",
    access: mayRead,
    params: OfDevicePort,
    answer: z.object({ recomputations: z.array(z.looseObject({})) }),
    run: async (context, { params }) => ({ recomputations: await listRecomputations(context, params) }),
  },
  ...SHARED_BASIS.flatMap(callsOfBasis),
]
