import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** A dialog; open unless it says otherwise. */
export function Dialog({ opened = true, ...props }: Omit<ModalProps, 'opened'> & { opened?: boolean }) {
  const { t } = useTranslation()
  return <Modal opened={opened} closeButtonProps={{ 'aria-label': t('ui.close') }} {...props} />
}
