import { z } from 'zod'
import { defineCall, signedIn } from './defineCall.ts'
import { LONGEST_LOADING } from './longestLoading.ts'

export const readBuild = defineCall({
  method: 'GET',
  path: '/build',
  access: { who: 'public' },
  response: () => z.object({ build_version: z.string() }),
})

export const openLive = defineCall({
  method: 'GET',
  path: '/live',
  access: signedIn,
  query: () =>
    z.object({
      loading_ms: z.coerce
        .number<number | string>()
        .int()
        .min(0)
        .max(LONGEST_LOADING)
        .default(0)
        .describe(
          'Milliseconds since the client began loading records: changes since then are reported first.',
        ),
    }),
  produces: 'text/event-stream',
})
