/** Readers type a sign every few milliseconds; nobody types a whole number that evenly fast. */
const LONGEST_GAP = 50

/**
 * Tells what a reader types from what a person types: signs in quick succession, ended by Enter.
 * @returns what to call with each key and its time in milliseconds; it answers the text when a run has ended.
 */
export function makeKeyboardReader(): (key: string, at: number) => string | undefined {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (key, at) => {
    const isQuick = at - last <= LONGEST_GAP
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
