import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { hasCall, permissionFor, type Resource } from '#core/resources/definition.ts'
import { bulkFields } from '#core/resources/fields/bulkFields.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AllMatching, Selection } from '#web/resources/list/useSelection.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { BulkReport } from './BulkReport.tsx'
import { SelectionPanel } from './SelectionPanel.tsx'
import { useBulk } from './useBulk.ts'

/** It needs the inputs of forms. */
const BulkEdit = lazyPart(() => import('./BulkEdit.tsx').then((m) => m.BulkEdit))

interface SelectionBarProps {
  resource: Resource
  selection: Selection
  /** All records of the list on all pages. */
  matching: AllMatching & { isEstimate?: boolean | undefined }
  addressOf: (id?: number) => string
}

/** Whether the user may change or delete many records of a kind. */
export function useMayDoMany(resource: Resource): { mayChange: boolean; mayRemove: boolean } {
  const may = useMay()
  return {
    mayChange:
      hasCall(resource, 'update') &&
      may(permissionFor(resource, 'update')) &&
      bulkFields(resource).length > 0,
    mayRemove: hasCall(resource, 'remove') && may(permissionFor(resource, 'delete')),
  }
}

/** Actions for all ticked records: all or none, after one confirmation, and with undo. */
export function SelectionBar({ resource, selection, matching, addressOf }: SelectionBarProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const bulk = useBulk(resource, selection)
  const may = useMayDoMany(resource)
  const [isChanging, setIsChanging] = useState(false)
  const verb = resource.archive ? 'archive' : 'delete'
  const { count } = selection
  const ask = () =>
    confirm({
      title: t(`resources.${verb}_many`, { count }),
      why: t(resource.archive ? 'resources.keeps_history' : 'resources.taken_back'),
      action: t(`resources.${verb}`),
      onConfirm: bulk.remove,
    })
  return (
    <>
      <SelectionPanel resource={resource} selection={selection} matching={matching}>
        <SelectionActions
          {...{ may, verb }}
          isRemoving={bulk.isBusy && !isChanging}
          onChange={() => setIsChanging(true)}
          onRemove={ask}
        />
      </SelectionPanel>
      {isChanging && (
        <Suspense fallback={<Loading what="dialog" />}>
          <BulkEdit
            resource={resource}
            count={count}
            isBusy={bulk.isBusy}
            onChange={(changes) => bulk.change(changes, () => setIsChanging(false))}
            onClose={() => setIsChanging(false)}
          />
        </Suspense>
      )}
      <BulkReport resource={resource} bulk={bulk} addressOf={addressOf} />
    </>
  )
}

interface SelectionActionsProps {
  may: ReturnType<typeof useMayDoMany>
  verb: 'archive' | 'delete'
  isRemoving: boolean
  onChange: () => void
  onRemove: () => void
}

function SelectionActions({ may, verb, isRemoving, onChange, onRemove }: SelectionActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {may.mayChange && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={onChange}
        >
          {t('resources.change')}
        </Button>
      )}
      {may.mayRemove && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          loading={isRemoving}
          onClick={onRemove}
        >
          {t(`resources.${verb}`)}
        </Button>
      )}
    </>
  )
}
