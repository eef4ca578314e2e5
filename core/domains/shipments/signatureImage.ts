import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'

/** Maximum length of a picture in base64: about 300 kB. */
export const MAX_SIGNATURE_LENGTH = 400_000
/** Maximum side in pixels: a small file can decode to a picture that exhausts memory. */
const LONGEST_SIDE = 4096

const START = 'data:image/png;base64,'
const PNG = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Whether a text is a PNG data URL from a browser's canvas, the format in which signatures are stored. */
export function isSignatureImage(text: string): boolean {
  if (text.length > MAX_SIGNATURE_LENGTH || !PNG.test(text)) return false
  // Width and height are bytes 16 to 23 of a PNG, big-endian.
  const sides = [16, 20].map((start) => numberAt(text.slice(START.length), start))
  return sides.every((side) => side <= LONGEST_SIDE)
}

/** Reads four bytes of a base64 text, big-endian; missing characters count as zero. */
function numberAt(base64: string, start: number): number {
  const byteAt = (index: number) => {
    const at = Math.floor((index * 4) / 3)
    const pair = [at, at + 1].map((item) => Math.max(LETTERS.indexOf(base64.charAt(item) || 'A'), 0))
    return Math.floor((firstOf(pair) * 64 + itemAt(pair, 1)) / 4 ** (2 - (index % 3))) % 256
  }
  return [0, 1, 2, 3].reduce((number, offset) => number * 256 + byteAt(start + offset), 0)
}
