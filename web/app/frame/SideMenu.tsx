import { Badge, Indicator, NavLink, ScrollArea } from '@mantine/core'
import { IconArrowLeft, IconPoint } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { configurationGroups, isAt, type MenuEntry, menuGroups } from '../menu.ts'
import { fetchScreen } from '../screens.ts'
import styles from './SideMenu.module.css'
import { useWaiting, waitingText } from './useWaiting.ts'

const MAX_TITLE_LENGTH = 30
const CONFIGURATION = '/configuration'

/** The menu of the user type, in groups; the configuration has its own menu with a way back. */
export function SideMenu({ isMini }: { isMini: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const { pathname } = useLocation()
  const configuration = configurationGroups(user)
  const isInside =
    pathname === CONFIGURATION ||
    configuration.some(({ entries }) => entries.some((entry) => isAt(entry, pathname)))
  const [chosen, setChosen] = useState<boolean | null>(null)
  const showsConfiguration = (chosen ?? isInside) && configuration.length > 0
  const icons = useConfigurationIcons(showsConfiguration)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry of another screen may be out of sight
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, isMini])
  // For a customer, the groups contain their own people and deliveries, not customers and sales.
  const own = user.user_type === 'customer' ? 'own_' : ''
  const groups = showsConfiguration
    ? configuration.map((group) => ({ ...group, title: t(`configuration.${group.name}`) }))
    : menuGroups(user).map((group) => ({
        ...group,
        title: group.name === 'help' ? undefined : t(`shell.groups.${own}${group.name}`),
      }))
  return (
    <ScrollArea
      component="nav"
      ref={place}
      className={styles.menu}
      data-is-mini={isMini || undefined}
      aria-label={t('shell.main')}
      type="hover"
      scrollbarSize={4}
      offsetScrollbars={false}
      flex={1}
    >
      {showsConfiguration && (
        <Entry
          title={t('shell.back')}
          icon={IconArrowLeft}
          isMini={isMini}
          onClick={() => setChosen(false)}
        />
      )}
      {groups.map((group) => (
        <Group key={group.name} {...group} {...{ isMini, pathname, icons }} onOpen={() => setChosen(true)} />
      ))}
    </ScrollArea>
  )
}

type Icons = Readonly<Record<string, MenuEntry['icon']>>

interface GroupProps {
  title: string | undefined
  entries: readonly MenuEntry[]
  isMini: boolean
  pathname: string
  icons: Icons
  /** Opens the configuration. */
  onOpen: () => void
}

function Group({ title, entries, isMini, pathname, icons, onOpen }: GroupProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.group}>
      {title && !isMini && (
        <div className={styles.title} aria-hidden>
          {title}
        </div>
      )}
      <ul className={styles.list} aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Entry
              {...entry}
              title={t(entry.title)}
              icon={entry.icon ?? icons[entry.path] ?? IconPoint}
              isMini={isMini}
              isActive={isAt(entry, pathname)}
              onClick={entry.path === CONFIGURATION ? onOpen : undefined}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The icons of the configuration, fetched when it is first shown. */
function useConfigurationIcons(isShown: boolean): Icons {
  const [icons, setIcons] = useState<Icons>({})
  useEffect(() => {
    // Until then the menu shows dots.
    if (isShown)
      import('../configurationIcons.ts').then(
        ({ configurationIcons }) => setIcons(configurationIcons),
        () => {},
      )
  }, [isShown])
  return icons
}

interface EntryProps extends Pick<MenuEntry, 'waits'> {
  title: string
  path?: string
  icon: NonNullable<MenuEntry['icon']>
  isMini: boolean
  isActive?: boolean
  onClick?: (() => void) | undefined
}

const Entry = memo(function Entry({ title, path, icon: Icon, isMini, isActive, onClick, waits }: EntryProps) {
  const { t } = useTranslation()
  const count = useWaiting(waits)
  const color = waits?.isUrgent ? 'urgent' : 'brand'
  const shown = title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title
  const label = count > 0 ? t('shell.waiting', { title, count }) : title
  const icon = <Icon size={20} stroke={1.6} />
  const shared = {
    label: isMini ? undefined : shown,
    leftSection: isMini ? (
      <Indicator disabled={count === 0} color={color} size={8} offset={2}>
        {icon}
      </Indicator>
    ) : (
      icon
    ),
    rightSection: count > 0 && !isMini && (
      <Badge size="sm" color={color} data-figures>
        {waitingText(count)}
      </Badge>
    ),
    active: isActive,
    // The tooltip shows names that are cut off by the menu's width.
    noWrap: true,
    title: isMini ? undefined : label,
    className: styles.entry,
    'aria-label': label,
    'aria-current': isActive ? ('page' as const) : undefined,
  }
  const link = path ? (
    <NavLink
      component={Link}
      to={path}
      onClick={onClick}
      // Prefetches the code before the user clicks.
      onPointerEnter={() => void fetchScreen(path).catch(() => {})}
      {...shared}
    />
  ) : (
    <NavLink component="button" onClick={onClick} {...shared} />
  )
  if (!isMini) return link
  return (
    <Hint label={label} position="right">
      {link}
    </Hint>
  )
})
