/** Letters of a picture at most, in base64: about 300 kB. */
export const MAX_SIGNATURE_LENGTH = 400_000
/** Pixels of either side at most: a small file can unpack to a picture that fills the memory of those who draw it. */
const LONGEST_SIDE = 4096

const START = 'data:image/png;base64,'
const PNG = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Tells whether that is a PNG as a browser's canvas gives it: the form in which signatures are stored. */
export function isSignatureImage(text: string): boolean {
  if (text.length > MAX_SIGNATURE_LENGTH || !PNG.test(text)) return false
  // Width and height are the bytes 16 to 23 of a PNG, the largest first.
  const sides = [16, 20].map((start) => numberAt(text.slice(START.length), start))
  return sides.every((side) => side <= LONGEST_SIDE)
}

/** The four bytes of a base64 text from a byte on, as a number; letters that are not there count as zero. */
function numberAt(base64: string, start: number): number {
  const byteAt = (index: number) => {
    const at = Math.floor((index * 4) / 3)
    const pair = [at, at + 1].map((one) => Math.max(LETTERS.indexOf(base64.charAt(one) || 'A'), 0))
    return Math.floor((pair[0]! * 64 + pair[1]!) / 4 ** (2 - (index % 3))) % 256
  }
  return [0, 1, 2, 3].reduce((number, offset) => number * 256 + byteAt(start + offset), 0)
}
