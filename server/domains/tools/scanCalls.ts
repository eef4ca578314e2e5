import * as calls from '#core/domains/tools/scanCalls.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { findScanned } from './findScanned.ts'

/** The call of every scanner: users find records that they may read. */
export function scanCalls({ encryptor, publicUrl }: { encryptor: Encryptor; publicUrl: string }): Call[] {
  return handleAll('search', calls, {
    findScanned: {
      summary:
        'Find the record that a scanned QR code or barcode belongs to; 422 when it is no code of that kind, 404 when it leads nowhere',
      run: async (context, { params, query, request }) => {
        const hosts = [request.host, new URL(publicUrl).host]
        return {
          match: await findScanned(context, { kind: params.kind, code: query.code, hosts, encryptor }),
        }
      },
    },
  })
}
