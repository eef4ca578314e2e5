/** The text as a pattern of `like` that stands for itself: its wildcards count as letters. */
export function likeExactly(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A pattern of `like` for what contains the text. */
export function likeAnywhere(text: string): string {
  return `%${likeExactly(text)}%`
}
