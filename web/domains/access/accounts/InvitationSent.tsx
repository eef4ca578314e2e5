import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { readOwnChannels } from '#core/domains/notifications/channelCalls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface InvitationSentProps {
  invite: { link: string; receiver: string | null }
  onClose: () => void
}

/** A sent invitation: its address, and its link, which is shown once. */
export function InvitationSent({ invite: { link, receiver }, onClose }: InvitationSentProps) {
  const { t } = useTranslation()
  const { data: isMailReady } = useQuery({
    queryKey: ['people', 'own_channels'],
    queryFn: reading<typeof readOwnChannels>('/me/channels'),
    select: ({ channels }) => channels.is_mail_ready,
  })
  return (
    <Stack>
      <Text size="sm" role="status">
        {receiver === null && t('security.invite.not_mailed')}
        {receiver !== null &&
          isMailReady !== undefined &&
          t(`security.invite.${isMailReady ? 'mailed' : 'no_mail_server'}`, { receiver })}
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
