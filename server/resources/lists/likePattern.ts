/** A `like` pattern that matches exactly this text: its wildcards are escaped. */
export function likeExactly(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A `like` pattern that matches what contains the text. */
export function likeAnywhere(text: string): string {
  return `%${likeExactly(text)}%`
}

/** A `like` pattern for stored telephone numbers of a part of one in any notation; null for any other text. */
export function likePhone(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return /^[\d\s()+./-]+$/.test(text) && digits !== '' ? likeAnywhere(digits) : null
}
