import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { CallRefused, type RefusedRecord } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { toastRefusal } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { invalidateResource } from '#web/resources/invalidateResource.ts'
import type { Selection } from '#web/resources/list/useSelection.ts'
import { useUndo } from '#web/resources/record/useUndo.tsx'
import type { AnyRecord } from '#web/resources/recordIn.ts'

type Calls = StandardCalls<Resource>

/** Changes or deletes all ticked records: all or none. A refusal lists the reasons record by record. */
export function useBulk(resource: Resource, selection: Selection) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const offerUndo = useUndo(resource)
  const [report, setReport] = useState<readonly RefusedRecord[]>([])
  const [refusal, setRefusal] = useState<unknown>(null)
  const target = () => targetOf(resource, selection)
  const work = useMutation({
    mutationFn: (changes: AnyRecord | null) =>
      changes
        ? request<Calls['changeMany']>('PATCH', `${pathOf(resource)}/bulk`, {
            body: { ...target(), changes },
          })
        : request<Calls['removeMany']>('POST', `${pathOf(resource)}/bulk_delete`, { body: target() }),
    meta: { isQuiet: true },
    onSuccess: async ({ done, undo_id }, changes) => {
      const verb = changes ? 'changed' : resource.archive ? 'archived' : 'deleted'
      selection.set([])
      await invalidateResource(client, resource)
      offerUndo(t(`resources.many_${verb}`, { count: done }), undo_id)
    },
    onError: (failure) => {
      const refused = failure instanceof CallRefused ? failure.body.report : undefined
      setReport(refused ?? [])
      setRefusal(failure)
      if (!refused) toastRefusal(failure)
    },
  })
  return {
    change: (changes: object, onDone: () => void) => work.mutate({ ...changes }, { onSuccess: onDone }),
    remove: () => work.mutate(null),
    isBusy: work.isPending,
    report,
    /** The message about the whole. */
    message: refusal instanceof CallRefused ? refusal.message : '',
    forget: () => setReport([]),
  }
}

/** The ticked records, or all that match. */
function targetOf(resource: Resource, selection: Selection) {
  return selection.all
    ? { matching: selection.all }
    : {
        items: selection.records.map((record) => ({
          id: Number(record[resource.id]),
          if_updated_at: record.updated_at,
        })),
      }
}

export type Bulk = ReturnType<typeof useBulk>
