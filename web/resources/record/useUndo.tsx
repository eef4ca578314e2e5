import { Anchor, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { takeBack } from '#core/resources/calls/undoCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import { toast, toastRefusal, toastResponse } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { invalidateResource } from '#web/resources/invalidateResource.ts'

const UNDO_MS = 10_000

/** Reports an action, with an undo button for as long as the toast is shown. */
export function useUndo(resource: Resource): (done: string, undo_id: number | null | undefined) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (done, undo_id) => {
    if (undo_id == null) return void toast(done, 'success')
    const undo = async () => {
      notifications.hide(id)
      try {
        toastResponse(await request<typeof takeBack>('POST', '/undo/:undo_id', { params: { undo_id } }))
      } catch (failure) {
        toastRefusal(failure)
      }
      await invalidateResource(client, resource)
    }
    const id = toast(
      <Group justify="space-between" gap="md">
        {done}
        <Anchor component="button" type="button" size="sm" fw={600} onClick={() => void undo()}>
          {t('resources.undo')}
        </Anchor>
      </Group>,
      'success',
      UNDO_MS,
    )
  }
}
