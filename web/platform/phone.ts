/** The media query of a screen that is held in one hand. */
export const PHONE_MEDIA_QUERY = '(max-width: 48em)'
