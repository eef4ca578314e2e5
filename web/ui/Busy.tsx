import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Busy.module.css'

interface BusyProps {
  /** What is shown is not yet what was asked for. */
  isBusy: boolean
  children: ReactNode
}

/** What stays in its place, dimmed, until what was asked for instead of it is there; a thin line below the header says so. */
export function Busy({ isBusy, children }: BusyProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.area} aria-busy={isBusy}>
      {isBusy && <div className={styles.line} role="progressbar" aria-label={t('ui.loading')} />}
      {children}
    </div>
  )
}
