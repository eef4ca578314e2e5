const EXTENSION = /^(.*\d[)\s]*?)\s*(?:,|;)?\s*(?:x|ext\.?|extension|anexo|#)\s*:?\.?\s*(\d{1,10})$/i

/** Splits the extension off a phone number as typed. */
export function splitExtension(text: string): { number: string; extension: string | null } {
  if (text.length > 60) return { number: text, extension: null }
  const [, number, extension] = EXTENSION.exec(text) ?? []
  return number && extension ? { number: number.trim(), extension } : { number: text, extension: null }
}
