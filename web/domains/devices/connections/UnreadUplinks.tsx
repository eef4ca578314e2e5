import {
  Button,
  Code,
  Collapse,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { reasonText } from './reasonText.ts'
import { type UnreadUplink, useChangeConnection, useUnreadUplinks } from './useConnection.ts'

/** The uplinks that could not be read, with the reasons; they can be decoded again. */
export function UnreadUplinks({ connection_id }: { connection_id: number }) {
  const { t } = useTranslation()
  const mayChange = useMay()('devices.update')
  const { data, error, refetch } = useUnreadUplinks(connection_id)
  const { readAgain } = useChangeConnection(connection_id)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={120} />
  const { unread_uplinks: uplinks, page } = data
  return (
    <Paper p="md">
      <Group justify="space-between">
        <div>
          <Title order={2}>{t('devices.connections.unread')}</Title>
          <Text size="sm" c="dimmed">
            {page.total_records === 0
              ? t('devices.connections.all_read')
              : t('devices.connections.unread_count', { count: page.total_records })}
          </Text>
        </div>
        {mayChange && uplinks.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={readAgain.isPending}
            onClick={() => readAgain.mutate()}
          >
            {t('devices.connections.read_again')}
          </Button>
        )}
      </Group>
      {uplinks.length > 0 && (
        <Stack gap={4} mt="sm">
          {uplinks.map((uplink) => (
            <UnreadItem key={uplink.uplink_id} uplink={uplink} />
          ))}
        </Stack>
      )}
    </Paper>
  )
}

function UnreadItem({ uplink }: { uplink: UnreadUplink }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <UnstyledButton w="100%" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
        <Summary uplink={uplink} isOpen={isOpen} />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Code
          block
          mah={320}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}
          tabIndex={0}
          dir="ltr"
        >
          {uplink.body}
        </Code>
        {uplink.is_cut && (
          <Text size="xs" c="dimmed">
            {t('devices.connections.is_cut')}
          </Text>
        )}
      </Collapse>
    </div>
  )
}

function Summary({ uplink, isOpen }: { uplink: UnreadUplink; isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" align="baseline">
      <IconChevronRight size={14} aria-hidden style={{ transform: isOpen ? 'rotate(90deg)' : undefined }} />
      <RelativeTime at={uplink.received_at} size="sm" c="dimmed" />
      {uplink.device_key && (
        <Text size="sm" fw={600} dir="ltr">
          {uplink.device_key}
        </Text>
      )}
      <Text size="sm" c="urgent">
        {reasonText(t, uplink)}
      </Text>
    </Group>
  )
}
