import { Button, Group, Paper, Text } from '@mantine/core'
import { useUser } from '#web/platform/session/session.tsx'
import { switchBack } from '#web/platform/session/signingIn.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Says on every screen that the user is impersonating, and ends it. */
export function ImpersonationBanner() {
  const { t } = useTranslation()
  const { impersonated_by, combined_name, can_save } = useUser()
  if (!impersonated_by) return null
  return (
    <Paper p="xs" mb="sm" withBorder role="note">
      <Group justify="space-between">
        <Text size="sm">
          {t(can_save ? 'security.act_as.banner_write' : 'security.act_as.banner_view', {
            name: combined_name,
          })}
        </Text>
        <Button size="xs" onClick={() => void switchBack()}>
          {t('shell.switch')}
        </Button>
      </Group>
    </Paper>
  )
}
