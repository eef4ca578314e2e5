import { ActionIcon, AppShell } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { useAppearance } from '#web/platform/useAppearance.ts'
import { useMatches } from '#web/platform/useMatches.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import styles from './SideBar.module.css'
import { SideMenu } from './SideMenu.tsx'

/** Offered some seconds after the first screen. */
const TourOffer = lazyPart(() => import('./TourOffer.tsx').then((m) => m.TourOffer))

/** Below this width the menu shows icons, so that lists have room for their columns. */
const WIDE_MEDIA_QUERY = '(min-width: 1300px)'

/** Whether the menu shows icons without labels: by choice, or because the window is narrow. */
export function useIsMini(): boolean {
  const isWide = useMatches(WIDE_MEDIA_QUERY)
  const [{ isMini }] = useAppearance()
  return isMini || !isWide
}

/**
 * The menu at the side of the screen. A menu of icons shows its labels over the screen while a mouse rests on it, while the keyboard is
 * in it, or after its button is pressed.
 */
export function SideBar({ isOpen, isPhone }: { isOpen: boolean; isPhone: boolean }) {
  const { t } = useTranslation()
  const isWide = useMatches(WIDE_MEDIA_QUERY)
  const [{ isMini, sidebarImage, overlay }, changeAppearance] = useAppearance()
  const isMiniHere = useIsMini() && !isOpen
  const { isOver, toggle, hide, handlers } = useLabelsOver(isMiniHere)
  const showsIcons = isMiniHere && !isOver
  // On a phone the menu is drawn when it is first opened, and stays for the animation that closes it.
  const [isNeeded, setIsNeeded] = useState(!isPhone)
  if ((isOpen || !isPhone) && !isNeeded) setIsNeeded(true)
  return (
    <AppShell.Navbar
      p="xs"
      data-tour="menu"
      className={styles.sidebar}
      data-image={sidebarImage}
      data-overlay={overlay}
      data-over={isOver || undefined}
      {...handlers}
    >
      {isNeeded && (
        <>
          <SideMenu isMini={showsIcons} />
          <Suspense>
            <TourOffer isMini={showsIcons} />
          </Suspense>
        </>
      )}
      <ActionIcon
        visibleFrom="sm"
        size="lg"
        onClick={() => {
          if (!isWide) return toggle()
          // The mouse still rests on the menu.
          hide()
          changeAppearance({ isMini: !isMini })
        }}
        aria-label={t((isWide ? isMini : showsIcons) ? 'shell.expand' : 'shell.collapse')}
        aria-expanded={!showsIcons}
      >
        {showsIcons ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
      </ActionIcon>
    </AppShell.Navbar>
  )
}

/** A pointer that only passes over the menu does not open it, ms. */
const REST_MS = 250

/** Whether a menu of icons shows its labels over the screen, and the handlers that decide it. */
function useLabelsOver(isMini: boolean) {
  const { pathname } = useLocation()
  const [isOver, setIsOver] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setIsOver(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen that was chosen in the menu is not covered by it
  useEffect(hide, [pathname])
  useHotkeys([['Escape', hide]])
  return {
    isOver: isMini && isOver,
    toggle: () => setIsOver(!isOver),
    hide,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (isMini && pointerType === 'mouse') timer.current = setTimeout(() => setIsOver(true), REST_MS)
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') hide()
      },
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) setIsOver(true)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) hide()
      },
      onClickCapture: ({ target }: MouseEvent) => {
        if ((target as Element).closest('a')) hide()
      },
    },
  }
}
