/** The media query of a phone. */
export const PHONE_MEDIA_QUERY = '(max-width: 48em)'

/** The media query of a window with room for words next to icons. */
export const WIDE_MEDIA_QUERY = '(min-width: 80em)'
