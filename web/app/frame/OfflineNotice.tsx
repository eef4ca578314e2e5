import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Shows that there is no network: figures may be old, typed text stays. Once online, everything is refetched. */
export function OfflineNotice() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const client = useQueryClient()
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current) void client.invalidateQueries()
    wasOnline.current = online
  }, [online, client])
  if (online) return null
  return (
    <Alert
      color="mild"
      icon={<IconPlugConnectedX size={18} />}
      title={t('shell.offline')}
      mb="md"
      role="status"
      aria-live="polite"
      data-offline
    >
      {t('shell.offline_why')}
    </Alert>
  )
}
