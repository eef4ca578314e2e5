import { doHeavyWork, WorkStopped } from '#server/platform/heavyWork.ts'
import { type ReadSheet, tooLong } from './parseSheet.ts'

/** The largest table that is taken is read in two. */
const SECONDS = 10

/**
 * Reads the table in a file that was sent, in a thread of its own.
 * @throws Refusal as `parseSheet`; 422 too for what takes too long or too much memory to read.
 */
export async function readSheet(content: Buffer, seconds = SECONDS): Promise<ReadSheet> {
  try {
    return await doHeavyWork<ReadSheet>('sheet', content, seconds)
  } catch (error) {
    throw error instanceof WorkStopped ? tooLong() : error
  }
}
