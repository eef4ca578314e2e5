import { SHARED_BASIS, type SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import {
  readRecomputationsOf as definitionOfReading,
  recomputeTanks as definitionOfRecompute,
} from '#core/domains/telemetry/recomputation.ts'
import { handle } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { readRecomputationsOf, recomputeTanks } from './requestRecomputation.ts'

/** Recomputation of all tanks of a tank type, a sensor type, or a product. */
export const recomputationCalls: Call[] = SHARED_BASIS.flatMap(callsOfBasis)

function callsOfBasis(kind: SharedBasis): Call[] {
  return [
    handle(kind, definitionOfRecompute(kind), {
      summary:
        'Recompute the histories of all tanks with this type or product from a day (UTC) on, in the background',
      run: async (context, { params, body }) => ({
        recomputations: await recomputeTanks(context, kind, params.id, body.from),
        message: 'messages.recomputations_queued',
        type: 'info',
      }),
    }),
    handle(kind, definitionOfReading(kind), {
      summary: 'Number of tanks with this type or product, and progress of the newest recomputations',
      run: async (context, { params }) => ({
        recomputations: await readRecomputationsOf(context, kind, params.id),
      }),
    }),
  ]
}
