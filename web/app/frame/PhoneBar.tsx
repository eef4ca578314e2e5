import { Indicator, UnstyledButton } from '@mantine/core'
import { IconMenu2, IconPoint } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { isAt, type MenuEntry, phoneMenu } from '../menu.ts'
import styles from './PhoneBar.module.css'
import { useWaiting, waitingText } from './useWaiting.ts'

interface PhoneBarProps {
  /** Whether the whole menu is open. */
  isOpen: boolean
  onMore: () => void
}

/** The most needed entries, within reach of a thumb; the rest of the menu is under "More". */
export function PhoneBar({ isOpen, onMore }: PhoneBarProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={styles.bar} aria-label={t('shell.phone_bar')}>
      {phoneMenu(useUser()).map((entry) => (
        <Entry key={entry.path} entry={entry} isActive={!isOpen && isAt(entry, pathname)} />
      ))}
      <UnstyledButton className={styles.entry} onClick={onMore} aria-expanded={isOpen}>
        <IconMenu2 size={22} stroke={1.6} aria-hidden />
        <span className={styles.title}>{t('shell.more')}</span>
      </UnstyledButton>
    </nav>
  )
}

function Entry({ entry, isActive }: { entry: MenuEntry; isActive: boolean }) {
  const { t } = useTranslation()
  const count = useWaiting(entry.waits)
  const title = t(entry.title)
  const Icon = entry.icon ?? IconPoint
  return (
    <UnstyledButton
      component={Link}
      to={entry.path}
      className={styles.entry}
      aria-label={count > 0 ? t('shell.waiting', { title, count }) : title}
      aria-current={isActive ? 'page' : undefined}
    >
      <Indicator
        lh={0}
        label={waitingText(count)}
        disabled={count === 0}
        size={16}
        color={entry.waits?.isUrgent ? 'urgent' : 'brand'}
      >
        <Icon size={22} stroke={1.6} />
      </Indicator>
      <span className={styles.title}>{title}</span>
    </UnstyledButton>
  )
}
