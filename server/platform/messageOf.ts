/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return errorOf(error).message
}

/** A thrown value as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
