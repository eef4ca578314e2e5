import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { api_keys } from '#core/domains/access/api_keys.ts'
import type { revokeApiKey } from '#core/domains/access/apiKeyCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useRevoke } from './useRevoke.tsx'

/** Revokes the API key of another user. */
export function RevokeApiKey({ record }: { record: ShownRecord<typeof api_keys> }) {
  const { t } = useTranslation()
  const may = useMay()
  const client = useQueryClient()
  const { isRevoking, ask } = useRevoke(
    () =>
      request<typeof revokeApiKey>('POST', '/api_keys/:api_key_id/revoke', {
        params: { api_key_id: Number(record.api_key_id) },
      }),
    () => client.invalidateQueries({ queryKey: ['api_keys'] }),
  )
  if (!may('users.update') || record.status !== 'active') return null
  return (
    <Group>
      <Button color="urgent" variant="outline" loading={isRevoking} onClick={ask}>
        {t('security.api_keys.revoke')}
      </Button>
    </Group>
  )
}
