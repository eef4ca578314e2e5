import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { SCAN_KINDS } from '#core/resources/scan.ts'

export const findScanned = defineCall({
  method: 'GET',
  path: '/scan/:kind',
  access: signedIn,
  params: () => z.object({ kind: z.enum(SCAN_KINDS) }),
  query: () => z.object({ code: z.string() }),
  response: () =>
    z.object({ match: z.object({ object_ref: z.string(), object_id: z.int(), label: z.string() }) }),
})
