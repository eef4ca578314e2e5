import { ActionIcon, Button, Fieldset, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import {
  DEVICE_VALUES,
  MESSAGE_PARTS,
  unitsOf,
  VALUES,
  type ValueName,
  type ValuePath,
} from '#core/domains/telemetry/connections/valuePaths.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ChoiceSelect } from '#web/resources/form/selects/ChoiceSelect.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { SampleTrial } from './SampleTrial.tsx'

const isOf = (names: readonly string[], value: string) => names.includes(value)

/** Paths of values in a message, and a sample to try them with. */
export function ValuePathsInput({ name, form, isReadOnly }: FieldInputProps) {
  const { t } = useTranslation()
  // A form represents an empty value as an empty string.
  const rows = (form.values[name] || []) as readonly ValuePath[]
  const set = (next: readonly ValuePath[]) => form.set({ [name]: next.length === 0 ? null : next })
  const { decoder, format } = form.values
  // A decoder that ships knows its values; plain JSON still has to name the device and the bytes.
  const hasOwnValues = decoder !== 'network' && decoder !== 'own'
  const values = VALUES.filter(
    (value) =>
      rows.some((row) => row.value === value) ||
      (isOf(MESSAGE_PARTS, value) ? format === 'json' : !hasOwnValues),
  )
  const add = (path: string) => {
    const value = firstOf(values)
    set([...rows, { path, port: 1, unit: unitsOf(value)[0] ?? '', value }])
  }
  return (
    <Stack gap="md">
      {values.length > 0 && (
        <Fieldset
          variant="unstyled"
          legend={t('records.connections.fields.value_paths')}
          disabled={isReadOnly}
          data-field={name}
        >
          <Input.Description mb="xs">{t('records.connections.help.value_paths')}</Input.Description>
          <Rows {...{ rows, values }} onChange={set} onAdd={() => add('')} />
          {form.errors[name] && <Input.Error mt="xs">{form.errors[name]}</Input.Error>}
        </Fieldset>
      )}
      <SampleTrial {...{ form }} onUse={isReadOnly || values.length === 0 ? undefined : add} />
    </Stack>
  )
}

interface RowsProps {
  rows: readonly ValuePath[]
  values: readonly ValueName[]
  onChange: (rows: readonly ValuePath[]) => void
  onAdd: () => void
}

function Rows({ rows, values, onChange, onAdd }: RowsProps) {
  const { t } = useTranslation()
  const change = (at: number, part: Partial<ValuePath>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <Stack gap="xs">
      {rows.map((row, at) => (
        <ValueRow
          key={at}
          {...{ row, values }}
          number={at + 1}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(rows.filter((_, index) => index !== at))}
        />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} />}
        onClick={onAdd}
      >
        {t('devices.connections.add_value')}
      </Button>
    </Stack>
  )
}

interface ValueRowProps {
  row: ValuePath
  number: number
  values: readonly ValueName[]
  onChange: (part: Partial<ValuePath>) => void
  onRemove: () => void
}

function ValueRow({ row, number, values, onChange, onRemove }: ValueRowProps) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" wrap="wrap" role="group" aria-label={t('devices.connections.value_row', { number })}>
      <TextInput
        aria-label={t('devices.connections.path')}
        placeholder={t('devices.connections.path')}
        style={{ flex: '1 1 12rem' }}
        dir="ltr"
        spellCheck={false}
        value={row.path}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
      <ChoiceSelect
        aria-label={t('devices.connections.value')}
        style={{ flex: '1 1 10rem' }}
        data={values.map((value) => ({ value, label: t(`devices.connections.values.${value}`) }))}
        value={row.value}
        onChange={(value) => onChange({ value, unit: unitsOf(value)[0] ?? '' })}
      />
      <UnitAndPort row={row} onChange={onChange} />
      <ActionIcon aria-label={t('devices.connections.remove_value', { number })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}

function UnitAndPort({ row, onChange }: Pick<ValueRowProps, 'row' | 'onChange'>) {
  const { t } = useTranslation()
  const units = unitsOf(row.value)
  const hasPort = !isOf(MESSAGE_PARTS, row.value) && !isOf(DEVICE_VALUES, row.value)
  return (
    <>
      {units.length > 1 && (
        <NativeSelect
          aria-label={t('devices.connections.unit')}
          w="7rem"
          data={[...units]}
          value={row.unit}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
      )}
      {hasPort && (
        <NumberField
          aria-label={t('devices.connections.port')}
          prefix={`${t('devices.connections.port')} `}
          w="6rem"
          isWhole
          value={row.port}
          onChange={(port) => onChange({ port: Number(port) })}
        />
      )}
    </>
  )
}
