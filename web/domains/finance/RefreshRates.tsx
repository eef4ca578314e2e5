import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { refreshRates } from '#core/domains/finance/calls.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Refreshes the rates; a toast reports the result. */
export function RefreshRates() {
  const { t } = useTranslation()
  const may = useMay()
  const client = useQueryClient()
  const refresh = useMutation({
    // The server retries on its own within the timeout of one call.
    mutationFn: () => request<typeof refreshRates>('GET', '/exchange_rates/refresh_rates', { retries: 0 }),
    onSuccess: () => client.invalidateQueries({ queryKey: [exchange_rates.name] }),
  })
  if (!may('configuration.update')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      {t('finance.refresh_rates')}
    </Button>
  )
}
