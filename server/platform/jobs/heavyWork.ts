import type { Worker } from 'node:worker_threads'
import { Refusal, unavailable } from '../refusal.ts'
import { startThread } from './startThread.ts'

/** Heavy work was ended because it took too long or too much memory. */
export class WorkStopped extends Error {}

/** The response of a worker: its result, a refusal, or the text of a fault. */
export type HeavyResult =
  | { result: unknown }
  | { refusal: Pick<Refusal, 'status' | 'text' | 'options'> }
  | { fault: string }

interface Job {
  name: string
  input: unknown
  seconds: number
  signal: AbortSignal | undefined
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** Maximum number of threads: the rest of the machine is for interactive work. */
const MAX_WORKERS = 2
const MAX_WAITING = 40
const IDLE_MS = 300_000
/** A file of some kB can unpack to one that fills the memory; then only its worker ends. */
const MEGABYTES = 384

const waiting: Job[] = []
const idle = new Map<Worker, NodeJS.Timeout>()
let workers = 0

/**
 * Runs work that would block other calls in a separate thread. `server/app/heavyWorker.ts` lists the works by name.
 * @param seconds timeout of the work, counted from its beginning.
 * @param signal ends the work at once, even while it waits for a thread
 * @throws Refusal 503 when too much work is pending, or a refusal of the work itself; WorkStopped.
 */
export function doHeavyWork<T>(
  name: string,
  input: unknown,
  seconds: number,
  signal?: AbortSignal,
): Promise<T> {
  if (waiting.length >= MAX_WAITING) return Promise.reject(unavailable(5))
  return new Promise<T>((resolve, reject) => {
    waiting.push({ name, input, seconds, signal, resolve, reject })
    begin()
  })
}

function begin(): void {
  while (waiting[0]?.signal?.aborted) waiting.shift()?.reject(new WorkStopped('it was ended before it began'))
  const [next] = waiting
  if (!next) return
  const worker = takeIdle() ?? (workers < MAX_WORKERS ? startWorker() : undefined)
  if (!worker) return
  waiting.shift()
  carryOut(worker, next)
}

function takeIdle(): Worker | undefined {
  const [found] = idle
  if (!found) return undefined
  const [worker, timer] = found
  clearTimeout(timer)
  idle.delete(worker)
  return worker
}

function carryOut(worker: Worker, { name, input, seconds, signal, resolve, reject }: Job): void {
  const finish = (isUsable: boolean) => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    worker.off('error', onError).off('exit', onExit).off('message', onResponse)
    if (isUsable) rest(worker)
    else letGo(worker)
    begin()
  }
  const fail = (error: Error) => {
    finish(false)
    reject(error)
  }
  const onError = (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkStopped(`${name} took too much memory`) : error)
  const onAbort = () => fail(new WorkStopped(`${name} was ended`))
  const onExit = () => fail(new WorkStopped(`${name} ended`))
  const onResponse = (answer: HeavyResult) => {
    finish(true)
    if ('result' in answer) resolve(answer.result as never)
    else if ('fault' in answer) reject(new Error(answer.fault))
    else reject(new Refusal(answer.refusal.status, answer.refusal.text, answer.refusal.options))
  }
  const timer = setTimeout(
    () => fail(new WorkStopped(`${name} took longer than ${seconds} s`)),
    seconds * 1000,
  )
  worker.on('error', onError).on('exit', onExit).on('message', onResponse)
  signal?.addEventListener('abort', onAbort)
  worker.postMessage({ name, input })
}

/** Keeps an idle worker for a while: a thread takes a moment to start, and its fonts a second to load. */
function rest(worker: Worker): void {
  const timer = setTimeout(() => {
    idle.delete(worker)
    letGo(worker)
  }, IDLE_MS)
  idle.set(worker, timer.unref())
}

function letGo(worker: Worker): void {
  workers -= 1
  void worker.terminate()
}

function startWorker(): Worker {
  workers += 1
  return startThread('heavyWorker', MEGABYTES)
}
