const SIGN = '•'

/** Stands for what is not shown; nothing that a person enters contains its sign. */
export const VEIL = SIGN.repeat(4)

/** Whether a text is a veil, or what somebody made of one. */
export function isVeiled(text: unknown): boolean {
  return String(text ?? '').includes(SIGN)
}
