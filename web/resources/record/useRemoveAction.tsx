import { Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { hasCall, permissionFor, type Resource } from '#core/resources/definition.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { toast } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { PageAction } from '#web/resources/record/ActionRow.tsx'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { type AnyRecord, useRemoveRecord } from '#web/resources/useRecords.ts'
import { useUndo } from './useUndo.tsx'

interface Removal {
  resource: Resource
  record: AnyRecord
  title: string
  onRemoved: () => void
}

/**
 * Removes a record, for users who may do so. Archiving can be undone, so it needs no confirmation; a deletion can be undone only if nothing
 * else was deleted with it.
 */
export function useRemoveAction(removal: Removal): PageAction | null {
  const { resource, record, title } = removal
  const { t, i18n } = useTranslation()
  const confirm = useConfirm()
  const may = useMay()
  const { removeIt, isRemoving } = useRemoving(removal)
  const { archive } = resource
  const isArchived = archive && Object.entries(archive).every(([name, value]) => record[name] === value)
  if (!hasCall(resource, 'remove') || !may(permissionFor(resource, 'delete')) || isArchived) return null
  // Some kinds have their own confirmation text.
  const question = `resources.delete_question.${resource.name}`
  const ask = () =>
    confirm({
      title: t('resources.delete_sure', { what: title }),
      why: (
        <Stack gap="xs">
          {i18n.exists(question) && <Text size="sm">{t(question)}</Text>}
          <Text size="sm">{t('resources.taken_back')}</Text>
        </Stack>
      ),
      action: t('resources.delete'),
      onConfirm: removeIt,
    })
  return {
    text: t(archive ? 'resources.archive' : 'resources.delete'),
    Icon: IconTrash,
    isBusy: isRemoving,
    onClick: archive ? removeIt : ask,
  }
}

/** Removes a record, and offers to undo it. */
function useRemoving({ resource, record, title, onRemoved }: Removal) {
  const { t } = useTranslation()
  const remove = useRemoveRecord(resource, String(record[resource.id]))
  const offerUndo = useUndo(resource)
  const { archive } = resource
  const removeIt = () =>
    remove.mutate(String(record.updated_at), {
      onSuccess: ({ undo_id, holding }) => {
        const key = holding === undefined ? 'archived' : 'archived_holding'
        offerUndo(t(`resources.${archive ? key : 'deleted'}`, { what: title, count: holding ?? 0 }), undo_id)
        onRemoved()
      },
      onError: (failure) => {
        // A form shows both values; here it suffices to say that the record has changed.
        if (failure instanceof CallRefused && failure.body.current) toast(failure.message, 'warning')
      },
    })
  return { removeIt, isRemoving: remove.isPending }
}
