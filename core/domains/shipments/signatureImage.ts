/** Letters of a picture at most, in base64: about 300 kB. */
export const MAX_SIGNATURE_LENGTH = 400_000

const PNG = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/

/** Tells whether that is a PNG as a browser's canvas gives it: the form in which signatures are kept. */
export function isSignatureImage(text: string): boolean {
  return text.length <= MAX_SIGNATURE_LENGTH && PNG.test(text)
}
