/** The colour themes; each exists light and dark. */
export const THEMES = ['default', 'ocean', 'forest', 'sunset', 'plum', 'graphite'] as const
export type ThemeName = (typeof THEMES)[number]
