/** The media query of a screen that is held in one hand. */
export const PHONE = '(max-width: 48em)'
