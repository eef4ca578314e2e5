import { usePersistedState } from './usePersistedState.ts'

export const SIDEBAR_IMAGES = ['none', 'waves', 'drops', 'tanks', 'contours'] as const
export const OVERLAYS = ['thin', 'medium', 'thick'] as const
export const ANIMATIONS = ['none', 'fade', 'slide'] as const

/** The user's preferences for the appearance of screens, stored in this browser. */
export interface Appearance {
  isMini: boolean
  isRightToLeft: boolean
  sidebarImage: (typeof SIDEBAR_IMAGES)[number]
  overlay: (typeof OVERLAYS)[number]
  animation: (typeof ANIMATIONS)[number]
}

const STANDARD: Appearance = {
  isMini: false,
  isRightToLeft: false,
  sidebarImage: 'none',
  overlay: 'medium',
  animation: 'none',
}

/** The appearance of screens, without the colors, which belong to the account. */
export function useAppearance(): [Appearance, (change: Partial<Appearance>) => void] {
  const [stored, store] = usePersistedState<Partial<Appearance>>('look', STANDARD)
  const look = { ...STANDARD, ...stored }
  return [look, (change) => store({ ...look, ...change })]
}
