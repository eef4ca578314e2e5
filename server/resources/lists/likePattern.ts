/** A `like` pattern that matches exactly this text: its wildcards are escaped. */
export function likeExactly(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A `like` pattern that matches what contains the text. */
export function likeAnywhere(text: string): string {
  return `%${likeExactly(text)}%`
}
