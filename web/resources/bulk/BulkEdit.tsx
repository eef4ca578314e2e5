import { CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Resource } from '#core/resources/definition.ts'
import { fieldOf } from '#core/resources/definition.ts'
import { bulkFields } from '#core/resources/fields/bulkFields.ts'
import { distinctLabels } from '#core/resources/fields/distinctLabels.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { type RecordForm, useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import { targetOf } from '#web/resources/targetOf.ts'
import { useIsFieldShown } from '#web/resources/useIsFieldShown.ts'
import type { Option } from '#web/resources/useOptions.ts'

interface BulkEditProps {
  resource: Resource
  count: number
  isBusy: boolean
  onChange: (changes: object) => void
  onClose: () => void
}

/** Sets the same values on many records: only the chosen fields change. */
export function BulkEdit({ resource, count, isBusy, onChange, onClose }: BulkEditProps) {
  const { t } = useTranslation()
  const { form, names, left, add, remove, submit } = useBulkForm(resource, onChange)
  return (
    <FormDialog
      title={t('resources.change_many', { count })}
      action={t('resources.save')}
      loading={isBusy}
      disabled={names.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('resources.change_many_help')}
      </Text>
      {names.map((name) => (
        <ChosenField key={name} {...{ resource, name, form }} onRemove={() => remove(name)} />
      ))}
      {left.length > 0 && <FieldChoice key={names.length} left={left} onChoose={add} />}
    </FormDialog>
  )
}

function FieldChoice({ left, onChoose }: { left: Option[]; onChoose: (name: string | null) => void }) {
  const { t } = useTranslation()
  return (
    <SelectInput
      data-autofocus
      label={t('resources.field_to_change')}
      placeholder={t('resources.choose_field')}
      data={left}
      searchable
      value={null}
      onChange={onChoose}
    />
  )
}

/** The chosen fields and their values. */
function useBulkForm(resource: Resource, onChange: BulkEditProps['onChange']) {
  const [names, setNames] = useState<readonly string[]>([])
  const form = useRecordForm(resource, {}, { names, isNew: false })
  const left = useFieldsLeft(resource, names)
  const add = (name: string | null) => {
    if (!name) return
    setNames([...names, name])
    form.set({ [name]: webKindOf(fieldOf(resource, name)).empty ?? '' })
  }
  const submit = async () => {
    const changes = await form.take()
    if (changes && names.length > 0) onChange(changes)
  }
  return {
    form,
    names,
    left,
    add,
    remove: (name: string) => setNames(names.filter((other) => other !== name)),
    submit,
  }
}

/** The fields that may still be chosen, by their labels. */
function useFieldsLeft(resource: Resource, names: readonly string[]) {
  const { t } = useTranslation()
  const { login_type_id } = useUser()
  const isRead = useIsFieldShown(resource)
  const mayChange = (name: string) =>
    isRead(name) && (!resource.fields[name]?.staffChanges || isStaff(login_type_id))
  const open = bulkFields(resource).filter(mayChange)
  const labels = distinctLabels(
    resource,
    open,
    (name) => t(`records.${resource.name}.fields.${name}`),
    (section) => t(`records.${resource.name}.sections.${section}`),
  )
  return open
    .map((value, index) => ({ value, label: itemAt(labels, index) }))
    .filter(({ value }) => !names.includes(value))
}

interface ChosenFieldProps {
  resource: Resource
  name: string
  form: RecordForm
  onRemove: () => void
}

function ChosenField({ resource, name, form, onRemove }: ChosenFieldProps) {
  const { t } = useTranslation()
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <div style={{ flex: 1, minWidth: 0 }}>
        <RecordInput resource={resource} name={name} form={form} to={targetOf(resource.fields[name])} />
      </div>
      <CloseButton
        mt={26}
        aria-label={t('resources.leave_field', {
          field: t(`records.${resource.name}.fields.${name}`),
        })}
        onClick={onRemove}
      />
    </Group>
  )
}
