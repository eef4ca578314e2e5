/** The languages in which headings and choices are recognized: all languages of the texts. */
export const LANGUAGES = ['en', 'es'] as const
