import { doHeavyWork, WorkStopped } from '#server/platform/jobs/heavyWork.ts'
import type { SheetChoice, SheetFile } from './parseSheet.ts'
import type { ReadSheet } from './sheet.ts'
import { tooLong } from './tableReader.ts'

/** Timeout (s): an idle machine reads the largest accepted table in a sixth of it. */
const TIMEOUT_SECONDS = 60

/**
 * Reads the table in an uploaded file, in a separate thread.
 * @throws Refusal as `parseSheet`; also 422 for a file that takes too long or too much memory.
 */
export async function readSheet(
  file: SheetFile,
  choice: SheetChoice = {},
  seconds = TIMEOUT_SECONDS,
): Promise<ReadSheet> {
  try {
    return await doHeavyWork<ReadSheet>('sheet', { ...file, ...choice }, seconds)
  } catch (error) {
    throw error instanceof WorkStopped ? tooLong() : error
  }
}
