import { CallRefused } from '#web/platform/calls/api.ts'

/** The record as it is now, after a save was refused because of a conflict. */
export function conflictOf<T>(failure: unknown): T | undefined {
  return failure instanceof CallRefused && failure.code === 409
    ? (failure.answer.current as T | undefined)
    : undefined
}
