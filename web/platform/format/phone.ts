/** The media query of a phone. */
export const PHONE_MEDIA_QUERY = '(max-width: 48em)'
