import { usePersistedState } from './usePersistedState.ts'

export const SIDEBAR_IMAGES = ['none', 'waves', 'drops', 'tanks', 'contours'] as const
export const OVERLAYS = ['thin', 'medium', 'thick'] as const
export const ANIMATIONS = ['none', 'fade', 'slide'] as const

/** What somebody chose about the looks of his screens; this browser keeps it for him. */
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

/** How the screens look, beside the colors, which go with the person. */
export function useAppearance(): [Appearance, (change: Partial<Appearance>) => void] {
  const [kept, keep] = usePersistedState<Partial<Appearance>>('look', STANDARD)
  const look = { ...STANDARD, ...kept }
  return [look, (change) => keep({ ...look, ...change })]
}
