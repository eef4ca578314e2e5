import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { users } from '#core/domains/access/users.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { escapeHtml, usePrintFrame } from '#web/resources/print/usePrintFrame.tsx'
import { QrPicture, useQrPicture } from '#web/ui/QrPicture.tsx'

/** A new QR code as a badge to print; it is shown once only. */
export function QrBadge({ userId, code, onClose }: { userId: string; code: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, isReady, frame, print } = useBadgeToPrint(userId, code)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('security.badges.qr')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{t('security.badges.shown_once')}</Text>
        <Text ta="center" fw={600}>
          {name}
        </Text>
        <QrPicture text={code} alt={t('security.badges.picture')} />
        {frame}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={!isReady}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={print}
          >
            {t('security.print')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('security.badges.kept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The badge with the name of its holder and the code, to print once both are loaded. */
function useBadgeToPrint(userId: string, code: string) {
  const { t } = useTranslation()
  const picture = useQrPicture(code)
  const { data: user } = useHolder(userId)
  const name = user ? `${user.first_name} ${user.last_name}` : ''
  const { frame, print } = usePrintFrame(
    t('security.badges.qr'),
    `<p>Ullage</p><h1>${escapeHtml(name)}</h1><p>${escapeHtml(user?.username ?? '')}</p>
    <img width="240" height="240" alt="" src="${picture ?? ''}">`,
  )
  return { name, isReady: Boolean(picture && user), frame, print }
}

function useHolder(user_id: string) {
  return useQuery({
    queryKey: ['users', 'badge', user_id],
    queryFn: reading<StandardCalls<typeof users>['read']>('/users/:user_id', { params: { user_id } }),
    select: ({ user }) => user,
  })
}
