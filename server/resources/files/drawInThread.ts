/** A picture and its output: each shape has at most `side` pixels on its longer side, cut to a square or `whole`. */
export interface DrawingOrder {
  bytes: Uint8Array
  shapes: readonly { side: number; whole: boolean; quality: number }[]
  /** Maximum number of pixels, in case the picture's header is wrong. */
  most: number
}

/** Draws a picture in a thread of heavy work. @returns WebP for each shape; null for a file that cannot be decoded. */
export async function drawInThread({ bytes, shapes, most }: DrawingOrder): Promise<Uint8Array[] | null> {
  const { default: sharp } = await import('sharp')
  // One core draws: the others are for interactive work.
  sharp.concurrency(1)
  const drawn: Uint8Array[] = []
  try {
    for (const { side, whole, quality } of shapes)
      drawn.push(
        await sharp(bytes, { limitInputPixels: most })
          .autoOrient()
          .resize(side, side, whole ? { fit: 'inside', withoutEnlargement: true } : { fit: 'cover' })
          .webp({ quality })
          .toBuffer(),
      )
    return drawn
  } catch {
    return null
  }
}
