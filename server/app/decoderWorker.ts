import { parentPort } from 'node:worker_threads'
import { decodeBatch } from '#server/domains/telemetry/connections/decodeBatch.ts'
import type { DecoderBatch } from '#server/domains/telemetry/connections/decodeUplink.ts'

// The thread of pasted decoders, with its own start: it loads nothing else of the server.
parentPort?.on('message', (batch: DecoderBatch) => {
  void decodeBatch(batch).then((results) => parentPort?.postMessage(results))
})
