import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '#web/platform/copyText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from './Dialog.tsx'

interface ShownOnceProps {
  title: string
  /** Instruction for the user. */
  help: string
  /** Empty: closed. */
  secret: string
  onClose: () => void
}

/** A dialog with a secret that cannot be shown again. */
export function ShownOnce({ title, help, secret, onClose }: ShownOnceProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={secret !== ''}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Text size="sm">{help}</Text>
        <Code block style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <Button leftSection={<IconCopy size={16} />} onClick={() => void copyText(secret)}>
            {t('ui.copy')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('ui.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
