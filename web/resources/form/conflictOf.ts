import { CallRefused } from '#web/platform/calls/api.ts'
import type { AnyRecord } from '#web/resources/recordIn.ts'

/** The current record, after a save was refused because of a conflict. */
export function conflictOf(failure: unknown): AnyRecord | undefined {
  return failure instanceof CallRefused && failure.code === 409 ? failure.body.current : undefined
}
