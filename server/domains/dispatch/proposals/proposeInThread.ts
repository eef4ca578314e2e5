import type { Proposal, ProposalTask } from '#core/domains/dispatch/proposing/proposal.ts'
import { proposeRounds } from '#core/domains/dispatch/proposing/proposeRounds.ts'

/** Shared between the thread and its caller: progress in thousandths, and a request to stop with the best result so far. */
export const SHARED = { done: 0, stop: 1 } as const

export interface ThreadTask {
  task: ProposalTask
  /** Duration of the search. */
  seconds: number
  shared: SharedArrayBuffer
}

/** Proposes rounds in a separate thread: the best found within the time, or until it is stopped. */
export function proposeInThread({ task, seconds, shared }: ThreadTask): Proposal {
  const state = new Int32Array(shared)
  const startedAt = performance.now()
  return proposeRounds(task, {
    spent: () =>
      Atomics.load(state, SHARED.stop) === 1 ? 1 : (performance.now() - startedAt) / 1000 / seconds,
    onProgress: (share) => Atomics.store(state, SHARED.done, Math.round(share * 1000)),
  })
}
