import { useState } from 'react'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { type DepartmentRow, isWithin, useMoveDepartment } from './departmentTree.ts'

interface MoveDepartmentProps {
  row: DepartmentRow
  rows: readonly DepartmentRow[]
  onClose: () => void
}

export function MoveDepartment({ row, rows, onClose }: MoveDepartmentProps) {
  const { t } = useTranslation()
  const move = useMoveDepartment()
  const [parent, setParent] = useState<number | null>(row.parent_department_id)
  const refused = move.error instanceof CallRefused ? move.error.body.errors?.[0]?.message : undefined
  return (
    <FormDialog
      title={t('organisation.move', { name: row.department_name })}
      action={t('resources.save')}
      loading={move.isPending}
      disabled={parent === row.parent_department_id}
      onSubmit={() => move.mutate({ row, parent }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ParentSelect {...{ row, rows, parent }} error={refused} onChange={setParent} />
    </FormDialog>
  )
}

interface ParentSelectProps extends Pick<MoveDepartmentProps, 'row' | 'rows'> {
  parent: number | null
  error: string | undefined
  onChange: (parent: number | null) => void
}

function ParentSelect({ row, rows, parent, error, onChange }: ParentSelectProps) {
  const { t } = useTranslation()
  const byId = new Map(rows.map((item) => [String(item.department_id), item]))
  const possible = rows.filter(
    (item) => item.company_id === row.company_id && !isWithin(byId, item.department_id, row.department_id),
  )
  return (
    <SelectInput
      label={t('records.departments.fields.parent_department_id')}
      placeholder={t('organisation.top')}
      searchable
      clearable
      data={possible.map((item) => ({ value: String(item.department_id), label: item.department_name }))}
      value={parent === null ? null : String(parent)}
      error={error}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      data-autofocus
    />
  )
}
