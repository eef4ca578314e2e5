import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconRefresh } from '@tabler/icons-react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface FailureProps {
  /** The error that the call threw. */
  error: unknown
  onRetry: () => unknown
}

/** States what could not be read, why (no response, not allowed, or a server error), and what to do. */
export function ErrorState({ error, onRetry }: FailureProps) {
  const { t } = useTranslation()
  const { code, message, request_id } =
    error instanceof CallRefused ? error.body : { code: 500, message: '', request_id: undefined }
  const isUnreachable = code === 0
  const isForbidden = code === 405
  const Icon = isUnreachable ? IconCloudOff : isForbidden ? IconLock : IconAlertTriangle
  return (
    <Paper p="lg" role="alert">
      <Group wrap="nowrap" align="flex-start">
        <Icon size={24} aria-hidden style={{ flex: 'none' }} />
        <Stack gap="xs" align="flex-start">
          <Text fw={600}>{t('resources.failure.title')}</Text>
          <Text size="sm" c="dimmed">
            {isUnreachable ? t('resources.failure.unreachable') : message || t('messages.server_error')}
          </Text>
          {code >= 500 && request_id && (
            <Text size="xs" c="dimmed">
              {t('resources.failure.request', { id: request_id })}
            </Text>
          )}
          {!isForbidden && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => void onRetry()}>
              {t('resources.failure.again')}
            </Button>
          )}
        </Stack>
      </Group>
    </Paper>
  )
}
