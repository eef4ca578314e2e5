import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface Question {
  title: string
  /** The consequences. */
  why?: ReactNode
  /** The label of the button; by default the title. */
  action?: string
  onConfirm: () => void
}

/** Returns a function that asks before an action that the user may regret. */
export function useConfirm(): (question: Question) => void {
  const { t } = useTranslation()
  return ({ title, why, action = title, onConfirm }) =>
    void modals.openConfirmModal({
      title,
      children: why,
      labels: { confirm: action, cancel: t('resources.cancel') },
      confirmProps: { color: 'urgent' },
      onConfirm,
    })
}
