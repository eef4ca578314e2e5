import { ActionIcon, AppShell, Badge, Box, Button, Group, Paper, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconHelpCircle, IconScan, IconSearch } from '@tabler/icons-react'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { localeOf } from '#core/platform/texts/locales.ts'
import { Brand } from '#web/domains/access/signIn/Brand.tsx'
import { NotificationBell } from '#web/domains/notifications/NotificationBell.tsx'
import { SignInPopups } from '#web/domains/notifications/SignInPopups.tsx'
import { useLive } from '#web/platform/calls/live.ts'
import { formatClock } from '#web/platform/format/format.ts'
import { loadAllTexts } from '#web/platform/language.tsx'
import { useUser } from '#web/platform/session/session.tsx'
import { switchBack } from '#web/platform/session/signingIn.ts'
import { useAppearance } from '#web/platform/useAppearance.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useMatches } from '#web/platform/useMatches.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { helpModuleOf } from '../screens.ts'
import { useScanLookup } from '../search/useScanLookup.tsx'
import { collectTyped } from './collectTyped.ts'
import styles from './Layout.module.css'
import { NewVersionNotice } from './NewVersionNotice.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { SideBar, useIsMini } from './SideBar.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useTour } from './useTour.ts'

/** Rarely opened. */
const HelpDrawer = lazyPart(() => import('#web/domains/help/HelpDrawer.tsx').then((m) => m.HelpDrawer))

const KeyboardShortcutsHelp = lazyPart(() =>
  import('../search/KeyboardShortcutsHelp.tsx').then((m) => m.KeyboardShortcutsHelp),
)

const fetchPalette = async () =>
  (await Promise.all([import('../search/CommandPalette.tsx'), loadAllTexts()]))[0]
const Palette = lazyPart(() => fetchPalette().then((m) => m.CommandPalette))

/** The frame of every screen: header, menu of the user type, and the screen itself. */
export function Layout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { isOpen, toggle } = usePhoneMenu(pathname)
  const keys = useKeyboardShortcuts()
  const scan = useScanLookup()
  const tour = useTour()
  const palette = useCommandPalette({ onScan: scan.open })
  const help = useHelp(helpModuleOf(pathname), tour.start)
  const isPhone = useIsPhone()
  const content = useRef<HTMLElement>(null)
  const isMini = useIsMini()
  const environment = useEnvironment()
  const brand = environment?.company_name ?? 'Ullage'
  useLive()
  useScreenChange(content, pathname)
  return (
    <AppShell
      header={{ height: 56 }}
      footer={{ height: { base: 'calc(61px + env(safe-area-inset-bottom, 0px))', sm: 0 } }}
      navbar={{
        width: isMini ? { base: 250, sm: 70 } : 250,
        breakpoint: 'sm',
        collapsed: { mobile: !isOpen },
      }}
      padding={{ base: 'sm', sm: 'md' }}
      // Above the content of screens, below every dialog.
      zIndex={150}
    >
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px={{ base: 'xs', sm: 'md' }} justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <UnstyledButton component={Link} to="/dashboard" aria-label={brand}>
              <Brand environment={environment} size={30} visibleFrom="xs" />
            </UnstyledButton>
            <DeveloperBadge />
          </Group>
          <Group gap="xs" wrap="nowrap" className={styles.tools}>
            <SearchTool isShort={isPhone} onClick={palette.open} />
            <Tool label={t('shell.scan')} onClick={scan.open}>
              <IconScan size={20} />
            </Tool>
            <Tool label={t('help.title')} tour="help" onClick={help.open}>
              <IconHelpCircle size={20} />
            </Tool>
            <NotificationBell />
            <Clock isShort={isPhone} />
            <Box data-tour="account" lh={0}>
              <UserMenu onKeys={keys.open} onTour={tour.start} />
            </Box>
          </Group>
        </Group>
      </AppShell.Header>
      <SideBar isOpen={isOpen} isPhone={isPhone} />
      <AppShell.Main id="content" tabIndex={-1} ref={content}>
        <OfflineNotice />
        <ImpersonationBanner />
        <ReadOnlyNote />
        <SignInPopups />
        <Outlet context={palette.open} />
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm">
        {isPhone && <PhoneBar isOpen={isOpen} onMore={toggle} />}
      </AppShell.Footer>
      <NewVersionNotice />
      {help.place}
      {palette.place}
      {scan.place}
      {keys.place}
    </AppShell>
  )
}

/** Whether the menu is open on a phone. */
function usePhoneMenu(pathname: string) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  // Inputs keep the key to themselves.
  useHotkeys([['Escape', close]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu makes room for the screen it led to
  useEffect(close, [pathname, close])
  return { isOpen, toggle }
}

/** Opens the search over everything; where there is room it looks like the field that it opens. */
function SearchTool({ isShort, onClick }: { isShort: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  if (isShort)
    return (
      <Tool label={t('shell.palette')} tour="search" onClick={onClick}>
        <IconSearch size={20} />
      </Tool>
    )
  return (
    <UnstyledButton className={styles.search} data-tour="search" onClick={onClick}>
      <IconSearch size={16} aria-hidden />
      <span>{t('shell.palette')}</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </UnstyledButton>
  )
}

interface ToolProps {
  label: string
  /** Its name in a step of the tour. */
  tour?: string
  onClick: () => void
  children: ReactNode
}

/** A button of the header. */
function Tool({ label, tour, onClick, children }: ToolProps) {
  return (
    <Hint label={label}>
      <ActionIcon size="lg" onClick={onClick} aria-label={label} data-tour={tour}>
        {children}
      </ActionIcon>
    </Hint>
  )
}

/** The search over everything: fetched at the first Ctrl or ⌘ K, after which it listens for the key itself. */
function useCommandPalette(props: { onScan: () => void }): { place: ReactNode; open: () => void } {
  const [wasOpened, setWasOpened] = useState(false)
  const takeTyped = useRef((): string => '')
  const open = () => {
    setWasOpened(true)
    takeTyped.current = collectTyped(takeTyped.current())
    void fetchPalette().then((m) => m.openCommandPalette(), takeTyped.current)
  }
  useHotkeys(wasOpened ? [] : [['mod+K', open]])
  return {
    open,
    place: wasOpened && (
      <Suspense>
        <Palette {...props} takeTyped={takeTyped} />
      </Suspense>
    ),
  }
}

/** The help about a screen. */
function useHelp(module: string, onTour: () => void) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  return {
    open: () => {
      setWasOpened(true)
      open()
    },
    place: wasOpened && (
      <Suspense fallback={<Loading what="side" />}>
        <HelpDrawer
          opened={isOpen}
          onClose={close}
          module={module}
          onTour={() => {
            close()
            onTour()
          }}
        />
      </Suspense>
    ),
  }
}

/** The list of all keyboard shortcuts, opened by a key as well. */
function useKeyboardShortcuts() {
  const [isOpen, { open, close }] = useDisclosure(false)
  // With and without Shift, depending on the keyboard layout.
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ])
  return { open, place: <Suspense>{isOpen && <KeyboardShortcutsHelp onClose={close} />}</Suspense> }
}

/** The current time of the user, updated every minute. */
function Clock({ isShort }: { isShort: boolean }) {
  const { i18n } = useTranslation()
  const { user_time_zone } = useUser()
  const now = new Date(useNow())
  // Formatting a time zone for the first time takes a tenth of a second on a slow phone: not while the shell is drawn.
  const isDrawn = useDeferredValue(true, false)
  const reader = { language: localeOf(i18n.language, user_time_zone), timeZone: user_time_zone }
  return (
    <Text
      component="time"
      c="dimmed"
      dir="auto"
      size={isShort ? 'xs' : 'sm'}
      ms={isShort ? 4 : 0}
      miw={isShort ? 50 : 84}
      ta="end"
      style={{ whiteSpace: 'nowrap' }}
    >
      {isDrawn && formatClock(now, reader, isShort)}
    </Text>
  )
}

function DeveloperBadge() {
  const { t } = useTranslation()
  const { login_type_id } = useUser()
  return login_type_id === 'developer' ? (
    <Badge color="mild" visibleFrom="sm">
      {t('shell.dev_mode')}
    </Badge>
  ) : null
}

/** Shows on every screen that the user is impersonating another, with a button to end it. */
function ImpersonationBanner() {
  const { t } = useTranslation()
  const { impersonated_by, combined_name, can_save } = useUser()
  if (!impersonated_by) return null
  return (
    <Paper p="xs" mb="sm" withBorder role="note">
      <Group justify="space-between">
        <Text size="sm">
          {t(can_save ? 'security.act_as.banner_write' : 'security.act_as.banner_view', {
            name: combined_name,
          })}
        </Text>
        <Button size="xs" onClick={() => void switchBack()}>
          {t('shell.switch')}
        </Button>
      </Group>
    </Paper>
  )
}

function ReadOnlyNote() {
  const { t } = useTranslation()
  const { can_save, impersonated_by } = useUser()
  // While impersonating, the banner shows whether changes can be saved.
  if (can_save || impersonated_by) return null
  return (
    <Text size="sm" c="dimmed" mb="sm" role="note">
      {t('shell.nothing_saved')}
    </Text>
  )
}

const DURATION_MS = 180
/** Time in which a menu that closes returns the focus to its button. */
const MENU_RETURN_MS = 50

/** A new screen takes the focus, and is animated as the user prefers, unless the system requests reduced motion. */
function useScreenChange(content: RefObject<HTMLElement | null>, pathname: string): void {
  const [{ animation }] = useAppearance()
  const isCalm = useMatches('(prefers-reduced-motion: reduce)')
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // Tabs of a record and open dialogs keep it.
    setTimeout(() => {
      if (!document.activeElement?.matches('#content *, [role="dialog"] *'))
        content.current?.focus({ preventScroll: true })
    }, MENU_RETURN_MS)
    if (animation === 'none' || isCalm) return
    const slide = animation === 'slide' && { translate: ['0 12px', '0 0'] }
    content.current?.animate({ opacity: [0, 1], ...slide }, { duration: DURATION_MS, easing: 'ease-out' })
  }, [content, pathname, animation, isCalm])
}
