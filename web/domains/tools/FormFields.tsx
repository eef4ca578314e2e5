import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { forms } from '#core/domains/tools/forms.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { type FormField, INPUT_TYPES, type InputType } from '#core/resources/fields/formField.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { EmbeddedProps } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { type KnownField, useFormFields } from './useFormFields.ts'

type FormFieldsProps = EmbeddedProps<ShownRecord<typeof forms>, typeof forms>

/** The fields of a form, in order: their columns, inputs and allowed values. */
export function FormFields({ form, isReadOnly, editButton }: FormFieldsProps) {
  const { t } = useTranslation()
  const { fields, known, set, move } = useFields(form)
  const left = known.filter(
    ({ name, fillable }) => fillable === 1 && !fields.some((field) => field.name === name),
  )
  return (
    <Paper p="md" component="section" aria-labelledby="form-fields" data-field="fields">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="form-fields">
          {t('tools.form_fields')}
        </Title>
        {editButton?.(t('tools.form_fields'))}
      </Group>
      <Stack gap="sm">
        {fields.length === 0 && (
          <Text size="sm" c="dimmed">
            {t(form.values.primary_table_id ? 'tools.no_form_fields' : 'tools.choose_table')}
          </Text>
        )}
        {fields.map((field, index) => (
          <FieldRow
            key={field.name}
            {...{ field, isReadOnly }}
            label={known.find(({ name }) => name === field.name)?.alias ?? field.name}
            errorOf={(name) => form.errors[`fields.${index}.${name}`]}
            onChange={(changes) => set(fields.with(index, { ...field, ...changes }))}
            onRemove={() => set(fields.toSpliced(index, 1))}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < fields.length - 1 ? () => move(index, index + 1) : undefined}
          />
        ))}
        {!isReadOnly && left.length > 0 && (
          <AddFields left={left} onAdd={(added) => set([...fields, ...added.map(newField)])} />
        )}
      </Stack>
    </Paper>
  )
}

function useFields({ values, set }: FormFieldsProps['form']) {
  const known = useFormFields(values.primary_table_id, values.endpoint)
  const fields: readonly FormField[] = values.fields || []
  const change = (next: readonly FormField[]) => set({ fields: next })
  const move = (from: number, to: number) =>
    change(fields.toSpliced(from, 1).toSpliced(to, 0, itemAt(fields, from)))
  return { fields, known, set: change, move }
}

interface AddFieldsProps {
  /** The fields that the form does not have yet. */
  left: readonly KnownField[]
  onAdd: (fields: readonly KnownField[]) => void
}

function AddFields({ left, onAdd }: AddFieldsProps) {
  const { t } = useTranslation()
  return (
    <Group align="flex-end">
      <SelectInput
        label={t('tools.add_field')}
        searchable
        flex={1}
        maw={360}
        value={null}
        data={left.map(({ name, alias }) => ({ value: name, label: `${alias} (${name})` }))}
        onChange={(name) => name && onAdd(left.filter((item) => item.name === name))}
      />
      <Button variant="light" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => onAdd(left)}>
        {t('tools.add_all')}
      </Button>
    </Group>
  )
}

/** Maps the dictionary's input types to a form's. */
const INPUT_OF: Readonly<Record<string, InputType>> = {
  integer: 'number',
  decimal: 'number',
  money: 'number',
  flag: 'switch',
  choice: 'select',
  option: 'select',
  reference: 'select',
  instant: 'datetime',
  json: 'textarea',
  formula: 'textarea',
}

function newField({ field_id, name, input_type, rules }: KnownField): FormField {
  const inputType = input_type ?? 'text'
  const isOwn = isOneOf(INPUT_TYPES, inputType)
  return {
    field_id,
    name,
    input_type: isOwn ? inputType : (INPUT_OF[inputType] ?? 'text'),
    rules: rules?.split('|').includes('required') ? 'required' : null,
  }
}

interface FieldRowProps {
  field: FormField
  label: string
  isReadOnly: boolean
  errorOf: (name: string) => string | undefined
  onChange: (changes: Partial<FormField>) => void
  onRemove: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function FieldRow({ field, label, isReadOnly, errorOf, onChange, onRemove, onUp, onDown }: FieldRowProps) {
  const { t } = useTranslation()
  const { shared, text, number } = useInputs({ field, isReadOnly, errorOf, onChange })
  return (
    <Paper withBorder p="sm" role="group" aria-label={label}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {label}{' '}
          <Text span c="dimmed" size="sm">
            {field.name}
          </Text>
        </Text>
        {!isReadOnly && (
          <Group gap={4} wrap="nowrap">
            <Step label={t('tools.move_up', { label })} Icon={IconArrowUp} onClick={onUp} />
            <Step label={t('tools.move_down', { label })} Icon={IconArrowDown} onClick={onDown} />
            <Step label={t('tools.remove_field', { label })} Icon={IconTrash} onClick={onRemove} />
          </Group>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        <SelectInput
          {...shared('input_type')}
          value={field.input_type}
          data={INPUT_TYPES.map((value) => ({ value, label: t(`tools.input_types.${value}`) }))}
          onChange={(value) => value && onChange({ input_type: value })}
        />
        <TextInput {...text('rules')} placeholder="required" />
        <TextInput {...text('default_value')} />
        <NumberField isWhole {...number('min_len')} />
        <NumberField isWhole {...number('max_len')} />
        <TextInput {...text('comments')} />
      </SimpleGrid>
    </Paper>
  )
}

type InputsProps = Pick<FieldRowProps, 'field' | 'isReadOnly' | 'errorOf' | 'onChange'>

/** The props of the inputs, by their names. */
function useInputs({ field, isReadOnly, errorOf, onChange }: InputsProps) {
  const { t } = useTranslation()
  const shared = (name: keyof FormField) => ({
    label: t(`tools.form_field.${name}`),
    disabled: isReadOnly,
    error: errorOf(name),
    size: 'xs' as const,
  })
  const text = (name: 'rules' | 'default_value' | 'comments') => ({
    ...shared(name),
    value: field[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value || null }),
  })
  const number = (name: 'min_len' | 'max_len') => ({
    ...shared(name),
    value: field[name],
    // An invalid number stays as typed, and is refused on saving.
    onChange: (value: string) =>
      onChange({ [name]: value === '' ? null : ((Number(value) || value) as number) }),
  })
  return { shared, text, number }
}

interface StepProps {
  label: string
  Icon: typeof IconTrash
  onClick: (() => void) | undefined
}

function Step({ label, Icon, onClick }: StepProps) {
  return (
    <ActionIcon aria-label={label} disabled={!onClick} onClick={onClick}>
      <Icon size={16} />
    </ActionIcon>
  )
}
