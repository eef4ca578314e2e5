/** Whether a part of the client failed to load: most often because a release removed it under an open page. */
export function isChunkFailure(failure: unknown): boolean {
  return /dynamically imported module|importing a module script|preload css|ChunkLoadError/i.test(
    String(failure),
  )
}
