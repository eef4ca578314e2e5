const FROM_LEFT_TO_RIGHT = '\u2066'
const FROM_RIGHT_TO_LEFT = '\u2067'
const END = '\u2069'
const SIGNS = /[\u2066\u2067\u2069]/g

/** A text that runs left to right in any context: otherwise signs, figures and units change places in right-to-left text. */
export function isolateDirection(text: string): string {
  return text === '' ? text : `${FROM_LEFT_TO_RIGHT}${removeIsolation(text)}${END}`
}

/** A right-to-left text, such as a date, in any context, for example within an English sentence. */
export function isolateRightToLeft(text: string): string {
  return `${FROM_RIGHT_TO_LEFT}${text}${END}`
}

/** The text without its outer isolation, to be part of another one; right-to-left parts within it stay isolated. */
export function removeIsolation(text: string): string {
  const open: string[] = []
  return text.replace(SIGNS, (sign) => {
    if (sign !== END) open.push(sign)
    const opened = sign === END ? open.pop() : sign
    return opened === FROM_RIGHT_TO_LEFT ? sign : ''
  })
}
