import { Button, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { NO_DELIVERY_REASONS, type NoDeliveryReason } from '#core/domains/shipments/driver/driverEvents.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'
import type { StepProps } from './stepProps.ts'

interface NoDeliveryFormProps extends Pick<StepProps, 'record'> {
  onCancel: () => void
  onDone: () => void
}

/** Records why nothing was delivered, which closes the stop. */
export function NoDeliveryForm({ record, onCancel, onDone }: NoDeliveryFormProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<NoDeliveryReason>()
  const [note, setNote] = useState('')
  const question = t('shipments.driver.why_not')
  const close = async () => {
    if (!reason) return
    await record(['not_delivered', { reason, note: note.trim() || null }], ['closed', {}])
    onDone()
  }
  return (
    <Stack>
      <Radio.Group label={question} size="lg" value={reason ?? null} onChange={setReason}>
        <Stack gap="sm" mt="xs">
          {NO_DELIVERY_REASONS.map((value) => (
            <Radio key={value} size="lg" value={value} label={t(`deliveries.reasons.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        size="lg"
        label={t('shipments.driver.note')}
        maxLength={1000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button variant="default" size="md" onClick={onCancel}>
        {t('shipments.driver.back_to_delivery')}
      </Button>
      <BottomBar>
        <Button className={styles.main} disabled={!reason} onClick={() => void close()}>
          {t('shipments.driver.close_undelivered')}
        </Button>
      </BottomBar>
    </Stack>
  )
}
