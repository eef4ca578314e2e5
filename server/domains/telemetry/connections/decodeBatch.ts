import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { DecoderBatch, DecoderResult } from './decodeUplink.ts'
import { openSandbox } from './openSandbox.ts'

/** Maximum time (ms) of one decoder in a batch; its other uplinks wait for the next batch, so that a slow decoder delays no other. */
const SHARE_MS = 100

let sandbox: ReturnType<typeof openSandbox> | undefined

/** Decodes the uplinks of a batch, in the thread of the decoders. */
export async function decodeBatch({ codes, jobs, progress }: DecoderBatch): Promise<DecoderResult[]> {
  sandbox ??= openSandbox()
  const { decode } = await sandbox
  const own = codes.map((code) => ({ code, spent: 0 }))
  const results: DecoderResult[] = []
  for (const [index, { code, input }] of jobs.entries()) {
    const decoder = itemAt(own, code)
    if (decoder.spent > SHARE_MS) {
      results.push('later')
      continue
    }
    progress[0] = index + 1
    const startedAt = performance.now()
    results.push(await decode(decoder.code, input))
    decoder.spent += performance.now() - startedAt
  }
  progress[0] = 0
  return results
}
