import type { Proposal, ProposalTask } from '#core/domains/dispatch/proposing/proposal.ts'
import { proposeRounds } from '#core/domains/dispatch/proposing/proposeRounds.ts'

/** What the thread and who waits for it both see: how far it is (thousandths), and whether it is to end with what it has. */
export const SHARED = { done: 0, stop: 1 } as const

export interface ThreadTask {
  task: ProposalTask
  /** How long to search. */
  seconds: number
  shared: SharedArrayBuffer
}

/** Proposes rounds in a thread of its own: as good as the time allows, or as was found when it is stopped. */
export function proposeInThread({ task, seconds, shared }: ThreadTask): Proposal {
  const state = new Int32Array(shared)
  const begun = performance.now()
  return proposeRounds(task, {
    spent: () => (Atomics.load(state, SHARED.stop) === 1 ? 1 : (performance.now() - begun) / 1000 / seconds),
    onProgress: (share) => Atomics.store(state, SHARED.done, Math.round(share * 1000)),
  })
}
