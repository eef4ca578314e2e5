import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKept } from '#web/platform/useKept.ts'
import styles from './Layout.module.css'

/** The specification's pause before the tour: two seconds to load, one more to look. */
const AFTER = 3000

/** Leads a newcomer round the layout: offered once on each browser, and always there in the help. */
export function TourOffer() {
  const { t } = useTranslation()
  const [isKnown, setIsKnown] = useKept('tour', false)
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), AFTER)
    return () => clearTimeout(timer)
  }, [])
  if (isKnown || !isTime) return null
  return (
    <Paper className={styles.news} withBorder shadow="md" role="status">
      <Group gap="sm">
        <Text size="sm">{t('shell.tour_offer')}</Text>
        <Button
          size="compact-sm"
          onClick={() => {
            setIsKnown(true)
            void showTour()
          }}
        >
          {t('help.tour.start')}
        </Button>
        <CloseButton aria-label={t('ui.close')} onClick={() => setIsKnown(true)} />
      </Group>
    </Paper>
  )
}

export async function showTour(): Promise<void> {
  const { startTour } = await import('#web/domains/help/startTour.ts')
  startTour()
}
