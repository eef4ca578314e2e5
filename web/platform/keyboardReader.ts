/** Keyboard readers type a character every few milliseconds; people never type a whole number that evenly, ms. */
const MAX_GAP_MS = 50

/**
 * Detects the input of a keyboard reader: fast characters, ended by Enter.
 * @returns a function to call with each key and its time in milliseconds; it returns the text when a reading has ended.
 */
export function makeKeyboardReader(): (key: string, at: number) => string | undefined {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (key, at) => {
    const isQuick = at - last <= MAX_GAP_MS
    if (key === 'Shift' || key === 'CapsLock') return undefined
    last = at
    if (key === 'Enter') {
      const read = isQuick ? text : ''
      text = ''
      return read === '' ? undefined : read
    }
    if (key.length !== 1) text = ''
    else text = isQuick ? text + key : key
    return undefined
  }
}
