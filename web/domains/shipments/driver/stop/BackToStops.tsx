import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from '../MyDay.module.css'

/** Links back to the driver's day. */
export function BackToStops({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <div>
      <Button
        variant="subtle"
        size="md"
        className={styles.action}
        leftSection={<IconArrowLeft size={20} aria-hidden />}
        onClick={onBack}
      >
        {t('shipments.driver.all_stops')}
      </Button>
    </div>
  )
}
