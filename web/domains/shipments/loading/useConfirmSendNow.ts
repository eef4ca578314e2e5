import { useDayText } from '#web/platform/format/useDayText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'

interface LaterRound {
  shipment_number: string | null | undefined
  load_date: string
}

/** Asks before a round of a later day is sent out today. */
export function useConfirmSendNow() {
  const { t } = useTranslation()
  const { day } = useDayText()
  const confirm = useConfirm()
  return ({ shipment_number, load_date }: LaterRound, onConfirm: () => void) =>
    confirm({
      title: t('dispatch.send_now_round', { round: shipment_number }),
      why: t('dispatch.send_now_why', { day: day(load_date) }),
      action: t('dispatch.send_now'),
      onConfirm,
    })
}
