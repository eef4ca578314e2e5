import { doHeavyWork, WorkStopped } from '#server/platform/jobs/heavyWork.ts'
import { invalid } from '#server/platform/refusal.ts'
import type { DrawingOrder } from './drawInThread.ts'

/**
 * Maximum number of pixels: a phone takes 48 megapixels. A file of some kB can unpack to a picture that fills the memory and takes a core
 * for seconds.
 */
const MAX_PIXELS = 50_000_000
const SECONDS = 30

/**
 * Redraws a picture as WebP, upright and without its metadata. The size in its header is checked before anything is decoded; decoding
 * happens in a thread of heavy work. Call it outside transactions: it can wait for other pictures.
 * @param field the field that a refusal names.
 * @returns the bytes in the order of `shapes`; undefined for a file that is not a picture.
 * @throws Refusal 422 for too many pixels, 503 when too much work is pending.
 */
export async function drawPicture(
  bytes: Buffer,
  field: string,
  shapes: DrawingOrder['shapes'],
): Promise<Buffer[] | undefined> {
  const pixels = await pixelsOf(bytes)
  if (pixels === undefined) return undefined
  if (pixels > MAX_PIXELS)
    throw invalid([{ field, rule: 'too_many_pixels', params: { max: MAX_PIXELS / 1_000_000 } }])
  const order: DrawingOrder = { bytes, shapes, most: MAX_PIXELS }
  try {
    const drawn = await doHeavyWork<Uint8Array[] | null>('picture', order, SECONDS)
    return drawn?.map((item) => Buffer.from(item))
  } catch (error) {
    if (error instanceof WorkStopped) return undefined
    throw error
  }
}

/** The number of pixels in the header of a picture of any format; undefined for other files. */
async function pixelsOf(bytes: Buffer): Promise<number | undefined> {
  // Loaded with the first picture, as it takes 25 MB.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => undefined,
    )
}
