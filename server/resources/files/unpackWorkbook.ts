import { Unzip, UnzipInflate } from 'fflate'
import { errorOf } from '#server/platform/messageOf.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Compressed bytes per step; at best they unpack to a thousand times as many. */
const CHUNK_BYTES = 4096
/** Maximum unpacked bytes of a workbook, counted as they come: a small file can unpack to one that fills the memory. */
const MAX_UNPACKED_BYTES = 150_000_000

export const wrongType = () => new Refusal(415, 'messages.sheet_type')

/**
 * Unpacks some files of a ZIP archive piece by piece, and stops at the first piece beyond the limit.
 * @param takerOf the consumer of the text of a file by name; a file without one is skipped
 * @throws Refusal 413, 415, and errors of the consumers
 */
export function unpackWorkbook(
  bytes: Uint8Array,
  takerOf: (name: string) => ((text: string) => void) | undefined,
): void {
  let unpacked = 0
  let failed: Error | undefined
  const unzip = new Unzip((file) => {
    const take = takerOf(file.name)
    if (!take) return
    const decoder = new TextDecoder()
    file.ondata = (error, piece, isLast) => {
      if (error) failed ??= wrongType()
      if (failed) return
      unpacked += piece?.length ?? 0
      try {
        if (unpacked > MAX_UNPACKED_BYTES) throw new Refusal(413, 'messages.file_size')
        take(decoder.decode(piece, { stream: !isLast }))
      } catch (refusal) {
        failed = errorOf(refusal)
        file.terminate()
      }
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let index = 0; index < bytes.length && !failed; index += CHUNK_BYTES) {
      unzip.push(bytes.subarray(index, index + CHUNK_BYTES), index + CHUNK_BYTES >= bytes.length)
    }
  } catch {
    failed ??= wrongType()
  }
  if (failed) throw failed
}
