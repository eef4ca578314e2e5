import { NavLink, ScrollArea, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconPoint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useUser } from '#web/platform/session.tsx'
import { CONFIGURATION_ICON, configurationMenu, type MenuEntry, mainMenu } from './menu.ts'
import { screens } from './screens.ts'

const LONGEST_TITLE = 30

/** The menu of the user's kind; the configuration is a menu of its own with a way back. */
export function SideMenu({ isMini }: { isMini: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const { pathname } = useLocation()
  const configuration = configurationMenu(user)
  const isInside = pathname === '/configuration' || configuration.some((entry) => isAt(entry, pathname))
  const [chosen, setChosen] = useState<boolean | null>(null)
  const showsConfiguration = (chosen ?? isInside) && configuration.length > 0
  const entries = showsConfiguration ? configuration : mainMenu(user)
  return (
    <ScrollArea component="nav" aria-label={t('shell.main')} type="never" flex={1}>
      {showsConfiguration && (
        <Entry
          title={t('shell.back')}
          icon={IconArrowLeft}
          isMini={isMini}
          onClick={() => setChosen(false)}
        />
      )}
      {entries.map((entry) => (
        <Entry
          key={entry.path}
          path={entry.path}
          title={t(entry.title)}
          icon={entry.icon ?? IconPoint}
          isMini={isMini}
          isActive={isAt(entry, pathname)}
        />
      ))}
      {!showsConfiguration && configuration.length > 0 && (
        <Entry
          path="/configuration"
          title={t('shell.configuration')}
          icon={CONFIGURATION_ICON}
          isMini={isMini}
          onClick={() => setChosen(true)}
        />
      )}
    </ScrollArea>
  )
}

function isAt({ path, single = path }: MenuEntry, pathname: string): boolean {
  // A screen of its own may lie below another's address: one's profile is none of the users.
  if (pathname !== path && screens.some((screen) => screen.path === pathname && !screen.isWithin))
    return false
  return [path, single].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}

interface EntryProps {
  title: string
  path?: string
  icon: NonNullable<MenuEntry['icon']>
  isMini: boolean
  isActive?: boolean
  onClick?: () => void
}

function Entry({ title, path, icon: Icon, isMini, isActive, onClick }: EntryProps) {
  const shown = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
  const shared = {
    label: isMini ? undefined : shown,
    leftSection: <Icon size={20} stroke={1.6} />,
    active: isActive,
    'aria-label': title,
    'aria-current': isActive ? ('page' as const) : undefined,
    style: { borderRadius: 'var(--mantine-radius-md)' },
  }
  const link = path ? (
    <NavLink component={Link} to={path} onClick={onClick} {...shared} />
  ) : (
    <NavLink component="button" onClick={onClick} {...shared} />
  )
  if (!isMini) return link
  return (
    <Tooltip label={title} position="right">
      {link}
    </Tooltip>
  )
}
