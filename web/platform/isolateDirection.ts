const FROM_LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** A text that runs from left to right wherever it stands: among others its signs, figures and units change places. */
export function isolateDirection(text: string): string {
  return text === '' ? text : `${FROM_LEFT_TO_RIGHT}${removeIsolation(text)}${END}`
}

/** The same text, to be part of another one. */
export function removeIsolation(text: string): string {
  return text.replaceAll(FROM_LEFT_TO_RIGHT, '').replaceAll(END, '')
}
