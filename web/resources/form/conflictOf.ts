import { CallRefused } from '#web/platform/api.ts'

/** The record as it is now, when a save was declined because somebody else was faster. */
export function conflictOf<T>(failure: unknown): T | undefined {
  return failure instanceof CallRefused && failure.code === 409
    ? (failure.answer.current as T | undefined)
    : undefined
}
