/** Letters of a picture at most, in base64: about 300 kB. */
export const LARGEST_DRAWING = 400_000

const PNG = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/

/** Tells whether that is a PNG as a browser's canvas gives it: the form in which signatures are kept. */
export function isDrawing(text: string): boolean {
  return text.length <= LARGEST_DRAWING && PNG.test(text)
}
