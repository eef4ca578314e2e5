/** The languages in which headings and choices are recognized: those of the texts. */
export const LANGUAGES = ['en', 'es'] as const
