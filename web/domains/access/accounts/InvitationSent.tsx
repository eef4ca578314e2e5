import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { copyText } from '#web/platform/copyText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface InvitationSentProps {
  invite: { link: string; receiver: string | null }
  onClose: () => void
}

/** A sent invitation: its address, and its link, which is shown once. */
export function InvitationSent({ invite: { link, receiver }, onClose }: InvitationSentProps) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text size="sm" role="status">
        {receiver ? t('security.invite.mailed', { receiver }) : t('security.invite.not_mailed')}
      </Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {link}
      </Code>
      <Text size="sm">{t('security.invite.once')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void copyText(link)}>
          {t('security.copy')}
        </Button>
        <Button onClick={onClose}>{t('security.done')}</Button>
      </Group>
    </Stack>
  )
}
