import type { Worker } from 'node:worker_threads'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { startThread } from '#server/platform/jobs/startThread.ts'
import { unavailable } from '#server/platform/refusal.ts'
import type { Decoded, DecoderInput } from './openSandbox.ts'

/** Uplinks for the thread of the decoders. */
export interface DecoderBatch {
  codes: string[]
  /** `code` is an index of `codes`. */
  jobs: { code: number; input: DecoderInput }[]
  /** Shared: the number of the job in progress, from 1; 0 between batches. */
  progress: Int32Array
}

export type DecoderResult = Decoded | 'later'

interface Job {
  code: string
  input: DecoderInput
  resolve: (result: Decoded) => void
  reject: (error: Error) => void
}

/** Maximum number of uplinks in a batch, and initially of one connection in it. */
const BATCH = 512
/** Maximum number of waiting uplinks of one connection. */
const MAX_WAITING = 2000
/** A thread that does not reach its next uplink within this time (ms) is ended: some built-in functions cannot be interrupted. */
const STUCK_MS = 2000
const MEGABYTES = 64
const IDLE_MS = 300_000

/** Waiting uplinks by connection, in the order of their turns. */
const waiting = new Map<number, Job[]>()
let worker: Worker | undefined
let isBusy = false
let rest: NodeJS.Timeout | undefined

/**
 * Decodes an uplink by a pasted decoder, in a separate thread. Connections take turns.
 * @param connection_id 0 for a trial
 * @throws Refusal 503 when too many uplinks of the connection wait
 */
export function decodeUplink(connection_id: number, code: string, input: DecoderInput): Promise<Decoded> {
  const row = waiting.get(connection_id) ?? []
  if (row.length >= MAX_WAITING) return Promise.reject(unavailable(5))
  return new Promise((resolve, reject) => {
    row.push({ code, input, resolve, reject })
    waiting.set(connection_id, row)
    // Uplinks that arrive in one turn of the event loop share a message to the thread.
    if (!isBusy) setImmediate(next)
  })
}

function next(): void {
  if (isBusy || waiting.size === 0) return
  isBusy = true
  clearTimeout(rest)
  const taken = take()
  run(taken.map(({ job }) => job)).then(
    (results) => {
      const again = results.flatMap((result, index) => (result === 'later' ? [itemAt(taken, index)] : []))
      // In their order, before later uplinks.
      for (const { connection_id, job } of again.reverse())
        waiting.set(connection_id, [job, ...(waiting.get(connection_id) ?? [])])
      for (const [index, result] of results.entries())
        if (result !== 'later') itemAt(taken, index).job.resolve(result)
      isBusy = false
      if (waiting.size > 0) setImmediate(next)
      else rest = setTimeout(end, IDLE_MS).unref()
    },
    (error: Error) => {
      isBusy = false
      for (const { job } of taken) job.reject(error)
      if (waiting.size > 0) setImmediate(next)
    },
  )
}

/** The next uplinks: an equal number of each connection. Connections without a turn come first next time. */
function take(): { connection_id: number; job: Job }[] {
  const share = Math.max(1, Math.floor(BATCH / waiting.size))
  const taken: { connection_id: number; job: Job }[] = []
  for (const [connection_id, row] of [...waiting]) {
    if (taken.length >= BATCH) break
    taken.push(...row.splice(0, share).map((job) => ({ connection_id, job })))
    waiting.delete(connection_id)
    if (row.length > 0) waiting.set(connection_id, row)
  }
  return taken
}

/** Runs jobs in the thread. A job that hangs fails, and the others run again. */
async function run(jobs: readonly Job[]): Promise<DecoderResult[]> {
  const outcome = await runOnce(jobs)
  if (Array.isArray(outcome)) return outcome
  const stuck: DecoderResult = { fault: 'decoder_timeout', detail: '' }
  const others = jobs.filter((_, index) => index !== outcome.stuck)
  const results = others.length === 0 ? [] : await run(others)
  return results.toSpliced(outcome.stuck, 0, stuck)
}

/** @returns the results, or the job that hung */
function runOnce(jobs: readonly Job[]): Promise<DecoderResult[] | { stuck: number }> {
  worker ??= startThread('decoderWorker', MEGABYTES)
  const thread = worker
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const codes = [...new Set(jobs.map(({ code }) => code))]
  const batch: DecoderBatch = {
    codes,
    jobs: jobs.map(({ code, input }) => ({ code: codes.indexOf(code), input })),
    progress,
  }
  return new Promise((resolve, reject) => {
    let seen = 0
    const watch = setInterval(() => {
      const [now = 0] = progress
      if (now !== 0 && now === seen) finish({ stuck: now - 1 })
      seen = now
    }, STUCK_MS)
    const onExit = () => {
      const [at = 0] = progress
      finish(at === 0 ? null : { stuck: at - 1 })
    }
    const finish = (outcome: DecoderResult[] | { stuck: number } | null) => {
      clearInterval(watch)
      thread.off('message', finish).off('exit', onExit)
      if (!Array.isArray(outcome)) end()
      if (outcome) resolve(outcome)
      else reject(unavailable(5))
    }
    thread.on('message', finish).on('exit', onExit)
    thread.postMessage(batch)
  })
}

/** Ends the thread. */
function end(): void {
  void worker?.terminate()
  worker = undefined
}
