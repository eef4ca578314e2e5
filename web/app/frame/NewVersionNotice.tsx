import { Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { readBuild } from '#core/platform/productCalls.ts'
import { clientBuild } from '#web/platform/build.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './Layout.module.css'

const POLL_MS = 5 * 60_000

/** Announces a newer client. The user chooses when to load it, as they may be typing. */
export function NewVersionNotice() {
  const { t } = useTranslation()
  const newest = useQuery({
    queryKey: ['build'],
    queryFn: reading<typeof readBuild>('/build'),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    staleTime: POLL_MS,
  })
  const own = clientBuild()
  if (!own || !newest.data || newest.data.build_version === own) return null
  return (
    <Paper className={styles.news} withBorder shadow="md" role="status">
      <Group gap="sm">
        <Text size="sm">{t('shell.new_version')}</Text>
        <Button size="compact-sm" onClick={() => window.location.reload()}>
          {t('shell.load_it')}
        </Button>
      </Group>
    </Paper>
  )
}
