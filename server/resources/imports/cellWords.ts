/** The languages in which headings and choices are understood: those of the texts. */
export const LANGUAGES = ['en', 'es'] as const

/** Letters and digits alone: "Nº de teléfono" and "no de telefono" are one. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
