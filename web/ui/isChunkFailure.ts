/** A part of the client that did not arrive: most often because a release took it away from under an open page. */
export function isChunkFailure(failure: unknown): boolean {
  return /dynamically imported module|importing a module script|preload css|ChunkLoadError/i.test(
    String(failure),
  )
}
