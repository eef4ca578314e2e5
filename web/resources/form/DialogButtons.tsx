import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface DialogButtonsProps extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  onCancel: () => void
  /** The label of the submit button. */
  children: ReactNode
}

/** The buttons of a form in a dialog: cancel and submit. */
export function DialogButtons({ onCancel, children, ...submit }: DialogButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('resources.cancel')}
      </Button>
      <Button type="submit" {...submit}>
        {children}
      </Button>
    </Group>
  )
}
