const FROM_LEFT_TO_RIGHT = '\u2066'
const FROM_RIGHT_TO_LEFT = '\u2067'
const END = '\u2069'
const SIGNS = /[\u2066\u2067\u2069]/g

/** A text that runs from left to right wherever it stands: among others its signs, figures and units change places. */
export function isolateDirection(text: string): string {
  return text === '' ? text : `${FROM_LEFT_TO_RIGHT}${removeIsolation(text)}${END}`
}

/** A text of a language that is read from the right, such as a date, wherever it stands: also within an English sentence. */
export function isolateRightToLeft(text: string): string {
  return `${FROM_RIGHT_TO_LEFT}${text}${END}`
}

/** The same text, to be part of another one: what runs from the right within it stays apart. */
export function removeIsolation(text: string): string {
  const open: string[] = []
  return text.replace(SIGNS, (sign) => {
    if (sign !== END) open.push(sign)
    const begun = sign === END ? open.pop() : sign
    return begun === FROM_RIGHT_TO_LEFT ? sign : ''
  })
}
