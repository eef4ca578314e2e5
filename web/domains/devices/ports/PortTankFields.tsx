import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { CAPACITY_NOTED, CAPACITY_TOLERANCE } from '#core/domains/tanks/volume/checkTankSize.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { StrappingTable } from './StrappingTable.tsx'
import { TankDetailFields } from './TankDetailFields.tsx'
import { TankSizeInput } from './TankSizeInput.tsx'
import type { PortFormState } from './usePortForm.ts'

interface PortTankFieldsProps {
  tank: PortFormState
  isReadOnly: boolean
  /** The form asks for the manufacturer's size elsewhere. */
  hasSizeElsewhere?: boolean
}

const FURTHER_FIELDS = ['max_fill', 'placement', 'size_class', 'unusable_bottom', 'degree_day_base'] as const

/** The tank on a port: type, size, and the strapping table if the type needs one. */
export function PortTankFields({ tank, isReadOnly, hasSizeElsewhere = false }: PortTankFieldsProps) {
  const { t } = useTranslation()
  const { form, fields, needed, isTable } = tank
  const input = { resource: device_ports, form, isReadOnly }
  return (
    <Paper p="md" component="section">
      <Title order={2} mb="sm">
        {t('devices.ports.tank')}
      </Title>
      <Stack gap="sm">
        {!hasSizeElsewhere && <TankSizeInput tank={tank} isReadOnly={isReadOnly} />}
        <TankTypeInput tank={tank} isReadOnly={isReadOnly} />
        {needed.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {needed.map((side) => (
              <RecordInput key={side} {...input} name={fields.sides[side]} />
            ))}
          </SimpleGrid>
        )}
        {!isTable && <TankDetailFields tank={tank} isReadOnly={isReadOnly} />}
        {isTable && <StrappingTable tank={tank} isReadOnly={isReadOnly} />}
        <RecordInput {...input} name={fields.capacity} />
        <Difference tank={tank} />
        {(contradicts(tank) || form.values.capacity_confirmed === 1) && (
          <RecordInput {...input} name="capacity_confirmed" />
        )}
        <Computed tank={tank} isReadOnly={isReadOnly} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {FURTHER_FIELDS.map((name) => (
            <RecordInput key={name} {...input} name={name} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}

function TankTypeInput({ tank: { form, types }, isReadOnly }: PortTankFieldsProps) {
  const { t } = useTranslation()
  const chosen = form.values.tank_type_id
  return (
    <SelectInput
      label={t('records.device_ports.fields.tank_type_id')}
      searchable
      clearable
      disabled={isReadOnly || types.length === 0}
      data={types.map(({ tank_type_id, label }) => ({ value: String(tank_type_id), label }))}
      value={chosen == null ? null : String(chosen)}
      error={form.errors.tank_type_id}
      onChange={(id) => form.set({ tank_type_id: id === null ? null : Number(id) })}
      data-field="tank_type_id"
    />
  )
}

/** Whether the capacity differs so much from the shape's that it must be confirmed. */
function contradicts({ curve, capacity }: PortFormState): boolean {
  return curve !== null && capacity > 0 && Math.abs(capacity / curve.shellCapacity - 1) > CAPACITY_TOLERANCE
}

/** Warns that the capacity differs from the shape's, and shows which of the two counts as full. */
function Difference({ tank: { curve, capacity } }: Pick<PortTankFieldsProps, 'tank'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const off = curve && capacity > 0 ? curve.shellCapacity / capacity - 1 : 0
  if (Math.abs(off) <= CAPACITY_NOTED) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(off > 0 ? 'devices.ports.differs_more' : 'devices.ports.differs_less', {
        percent: number(Math.abs(off) * 100, 1),
      })}
    </Text>
  )
}

/** The shell capacity, offered as the capacity. */
function Computed({ tank, isReadOnly }: PortTankFieldsProps) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const { curve, fields, form } = tank
  if (!curve) return null
  const shell = curve.shellCapacity / fields.volumeInLitres
  const rounded = shell.toFixed(2)
  return (
    <Text size="sm" c="dimmed" component="div">
      {t('devices.ports.computed', { capacity: quantity(shell, fields.volumeUnit, 1) })}
      {!isReadOnly && Number(form.values[fields.capacity]) !== Number(rounded) && (
        <Button
          size="compact-sm"
          variant="subtle"
          ms="xs"
          onClick={() => form.set({ [fields.capacity]: rounded })}
        >
          {t('devices.ports.use_computed')}
        </Button>
      )}
    </Text>
  )
}
