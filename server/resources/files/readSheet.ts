import { doHeavyWork, WorkStopped } from '#server/platform/heavyWork.ts'
import { type ReadSheet, type SheetChoice, type SheetFile, tooLong } from './parseSheet.ts'

/** The largest table that is taken is read in a sixth of this by an idle machine. */
const SECONDS = 60

/**
 * Reads the table in a file that was sent, in a thread of its own.
 * @throws Refusal as `parseSheet`; 422 too for what takes too long or too much memory to read.
 */
export async function readSheet(
  file: SheetFile,
  choice: SheetChoice = {},
  seconds = SECONDS,
): Promise<ReadSheet> {
  try {
    return await doHeavyWork<ReadSheet>('sheet', { ...file, ...choice }, seconds)
  } catch (error) {
    throw error instanceof WorkStopped ? tooLong() : error
  }
}
