import { z } from 'zod'
import { SCAN_KINDS } from '#core/domains/tools/scan.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import type { Call } from '#server/platform/http.ts'
import { findScanned } from './findScanned.ts'

/** The call behind every scanner: each finds what he may read. */
export function scanCalls({ seal, publicUrl }: { seal: Encryptor; publicUrl: string }): Call[] {
  return [
    {
      method: 'GET',
      path: '/scan/:kind',
      tag: 'search',
      summary:
        'Find the record that a scanned QR code or barcode belongs to; 422 when it is no code of that kind, 404 when it leads nowhere',
      access: 'session',
      params: z.object({ kind: z.enum(SCAN_KINDS) }),
      query: z.object({ code: z.string() }),
      answer: z.object({
        match: z.object({ object_ref: z.string(), object_id: z.int(), label: z.string() }),
      }),
      run: async (context, { params, query, request }) => {
        const hosts = [request.host, new URL(publicUrl).host]
        return { match: await findScanned(context, { kind: params.kind, code: query.code, hosts, seal }) }
      },
    },
  ]
}
