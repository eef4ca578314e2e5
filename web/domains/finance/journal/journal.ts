import type { readJournal } from '#core/domains/finance/journalCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'

/** The journal of a seller. */
export type Journal = AnswerOf<typeof readJournal>['journal']
