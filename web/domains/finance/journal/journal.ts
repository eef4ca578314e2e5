import type { readJournal } from '#core/domains/finance/journalCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'

/** The journal of a seller. */
export type Journal = ResponseOf<typeof readJournal>['journal']
