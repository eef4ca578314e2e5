import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Says that something could not be read, what is still there, and how to go on. */
export function Failure({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Paper p="lg" role="alert">
      <Group wrap="nowrap" align="flex-start">
        <IconCloudOff size={24} aria-hidden />
        <Stack gap="xs" align="flex-start">
          <Text fw={600}>{t('telemetry.failure.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('telemetry.failure.help')}
          </Text>
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => void onRetry()}>
            {t('telemetry.failure.again')}
          </Button>
        </Stack>
      </Group>
    </Paper>
  )
}
