import type { ReactNode } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './Busy.module.css'

interface BusyProps {
  /** The content is out of date until the new answer arrives. */
  isBusy: boolean
  children: ReactNode
}

/** Content that stays in place, dimmed, until its replacement has loaded; a thin line below the header shows it. */
export function Busy({ isBusy, children }: BusyProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.area} aria-busy={isBusy}>
      {isBusy && <div className={styles.line} role="progressbar" aria-label={t('ui.loading')} />}
      {children}
    </div>
  )
}
