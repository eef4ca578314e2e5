const FROM_LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'
const SIGNS = /[\u2066\u2069]/g

/** A text that runs left to right in any context: otherwise signs, figures and units change places in right-to-left text. */
export function isolateDirection(text: string): string {
  return text === '' ? text : `${FROM_LEFT_TO_RIGHT}${removeIsolation(text)}${END}`
}

/** The text without isolation, to be part of another one. */
export function removeIsolation(text: string): string {
  return text.replace(SIGNS, '')
}
