import {
  type QueryFunctionContext,
  queryOptions,
  skipToken,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { readRoute } from '#core/domains/dispatch/calls.ts'
import { request } from '#web/platform/calls/request.ts'
import type { Round } from './boardTypes.ts'
import type { RoadLine } from './roundLines.ts'

/** ms; a changed way has other stops, which are part of the key. */
const STALE_MS = 3_600_000

/** The ways of rounds along roads by the id of the round, as far as they have loaded. */
export function useRoundWays(rounds: readonly Round[]): ReadonlyMap<number, RoadLine> {
  const routed = rounds.filter(({ route }) => route.stops.length > 0)
  // Without road data the first answer reports it, and the others are not requested.
  const first = useQuery(wayOf(routed[0]))
  const lines = useQueries({
    queries: routed.map((round) => ({ ...wayOf(round), enabled: first.data?.source === 'roads' })),
    combine: linesOfResponses,
  })
  return useMemo(() => new Map(lines.map(({ shipment_id, line }) => [shipment_id, line])), [lines])
}

function wayOf(round: Round | undefined) {
  const stops = round?.route.stops.map(({ stop_id }) => stop_id).join() ?? ''
  return queryOptions({
    // A key of its own: a change of shipments reloads the board, and only changed stops load a new way.
    queryKey: ['round_way', round?.shipment_id ?? null, stops],
    queryFn: round ? ({ signal }: QueryFunctionContext) => readWay(round, signal) : skipToken,
    staleTime: STALE_MS,
  })
}

async function readWay({ shipment_id }: Round, signal: AbortSignal) {
  const { route } = await request<typeof readRoute>('GET', '/dispatch/rounds/:shipment_id/route', {
    params: { shipment_id },
    query: { with_way: '1' },
    signal,
  })
  return { shipment_id, source: route.source, line: route.way?.line ?? null }
}

interface Answered {
  data: { shipment_id: number; line: RoadLine | null } | undefined
}

function linesOfResponses(answers: readonly Answered[]): { shipment_id: number; line: RoadLine }[] {
  return answers.flatMap(({ data }) =>
    data?.line ? [{ shipment_id: data.shipment_id, line: data.line }] : [],
  )
}
