const SIGN = '•'

/** Replaces a masked value; no input contains this character. */
export const MASK = SIGN.repeat(4)

/** Whether a text is a masked value, or an edited one. */
export function isMasked(text: unknown): boolean {
  return String(text ?? '').includes(SIGN)
}
