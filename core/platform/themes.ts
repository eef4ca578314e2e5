/** The colour themes; each has a light and a dark variant. */
export const THEMES = ['default', 'ocean', 'forest', 'sunset', 'plum', 'graphite'] as const
export type ThemeName = (typeof THEMES)[number]
