import { doHeavyWork, WorkStopped } from '#server/platform/heavyWork.ts'
import { invalid } from '#server/platform/refusal.ts'
import type { DrawingOrder } from './drawInThread.ts'

/**
 * Pixels of a picture at most: a phone takes 48 megapixels. A file of some kB can unpack to a picture that fills the memory and
 * takes a core for seconds.
 */
const MOST_PIXELS = 50_000_000
const SECONDS = 30

/**
 * Draws a picture again, upright and without its metadata, as WebP. Its size is judged from its header before anything of it is
 * decoded; it is decoded in a thread of heavy work. Call it outside transactions: it can wait for other pictures.
 * @param field where a refusal shows.
 * @returns the bytes in the order of `shapes`; undefined for what is no picture.
 * @throws Refusal 422 for too many pixels, 503 when too much waits already.
 */
export async function drawPicture(
  bytes: Buffer,
  field: string,
  shapes: DrawingOrder['shapes'],
): Promise<Buffer[] | undefined> {
  const pixels = await pixelsOf(bytes)
  if (pixels === undefined) return undefined
  if (pixels > MOST_PIXELS)
    throw invalid([{ field, rule: 'too_many_pixels', params: { max: MOST_PIXELS / 1_000_000 } }])
  const order: DrawingOrder = { bytes, shapes, most: MOST_PIXELS }
  try {
    const drawn = await doHeavyWork<Uint8Array[] | null>('picture', order, SECONDS)
    return drawn?.map((one) => Buffer.from(one))
  } catch (error) {
    if (error instanceof WorkStopped) return undefined
    throw error
  }
}

/** Pixels by the header of a picture, whatever its format; undefined for what is none. */
async function pixelsOf(bytes: Buffer): Promise<number | undefined> {
  // Loaded with the first picture, for it takes 25 MB.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => undefined,
    )
}
