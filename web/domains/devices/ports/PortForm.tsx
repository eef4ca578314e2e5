import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import type { ComponentProps } from 'react'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ConflictDialog } from '#web/resources/form/ConflictDialog.tsx'
import { DraftNotice } from '#web/resources/form/DraftNotice.tsx'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { useSaving } from '#web/resources/form/useSaving.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ThresholdFields } from '../alerts/ThresholdFields.tsx'
import { OffsetInput } from './OffsetInput.tsx'
import styles from './PortForm.module.css'
import { PortPicture } from './PortPicture.tsx'
import { PortTankFields } from './PortTankFields.tsx'
import { type PortFormState, usePortForm } from './usePortForm.ts'
import { type Port, useRemovePort, useSavePort } from './usePorts.ts'

interface PortFormProps {
  device_id: number
  port: Port | null
  /** The default number of a new port. */
  firstFree: number
  onSaved?: (port_number: number) => void
  onGone?: () => void
}

/** A port: product, tank, sensor and levels, in the user's units, with a live picture. */
export function PortForm({ device_id, port, firstFree, onSaved, onGone }: PortFormProps) {
  const isReadOnly = !useMay()('devices.update')
  const resource = useResourceWithUserFields(device_ports)
  const tank = usePortForm(port, firstFree, {}, resource)
  const { form } = tank
  const saving = useSaving({
    resource,
    form,
    names: tank.names,
    record: port,
    save: useSavePort(device_id, port),
    recordIn: ({ device_port }) => device_port,
    valuesOf: tank.valuesOf,
    onSaved: ({ port_number }) => onSaved?.(Number(port_number)),
  })
  const input = { resource, form, isReadOnly }
  return (
    <Form noValidate className={styles.form} onSubmit={saving.submit}>
      <Stack gap="md" miw={0}>
        <DraftNotice resource={device_ports} offer={isReadOnly ? null : saving.draft} />
        <MainFields tank={tank} input={input} />
        <PortTankFields tank={tank} isReadOnly={isReadOnly} />
        <ThresholdFields
          tank={tank}
          isReadOnly={isReadOnly}
          of={port && { device_id, port_number: Number(port.port_number) }}
        />
        {tank.added.length > 0 && <AddedFields names={tank.added} input={input} />}
        {!isReadOnly && (
          <PortButtons
            {...{ device_id, port, onGone }}
            isSaving={saving.isSaving}
            isUnchanged={port !== null && !form.isDirty}
          />
        )}
      </Stack>
      <PortPicture tank={tank} />
      <LeaveGuard
        isDirty={form.isDirty}
        isSaved={saving.isSaved}
        onLeave={saving.forgetDraft}
        isWithinScreen
      />
      {saving.conflict && <ConflictDialog resource={device_ports} {...saving.conflict} />}
    </Form>
  )
}

type PortInput = Omit<ComponentProps<typeof RecordInput>, 'name' | 'to'>

/** Number, product and sensor. */
function MainFields({ tank, input }: { tank: PortFormState; input: PortInput }) {
  const { t } = useTranslation()
  return (
    <Paper p="md" component="section">
      <Title order={2} mb="sm">
        {t('devices.ports.port')}
      </Title>
      <Stack gap="sm">
        <RecordInput {...input} name="port_number" />
        <RecordInput {...input} name="product_id" to={tank_products} />
        <RecordInput {...input} name="sensor_type_id" to={sensor_types} />
        <OffsetInput tank={tank} isReadOnly={input.isReadOnly} />
        <RecordInput {...input} name="active" />
      </Stack>
    </Paper>
  )
}

/** The user-defined fields. */
function AddedFields({ names, input }: { names: readonly string[]; input: PortInput }) {
  const { t } = useTranslation()
  return (
    <Paper p="md" component="section">
      <Title order={2} mb="sm">
        {t('resources.user_defined')}
      </Title>
      <Stack gap="sm">
        {names.map((name) => (
          <RecordInput key={name} {...input} name={name} />
        ))}
      </Stack>
    </Paper>
  )
}

interface PortButtonsProps extends Pick<PortFormProps, 'device_id' | 'port' | 'onGone'> {
  isSaving: boolean
  isUnchanged: boolean
}

function PortButtons({ device_id, port, onGone, isSaving, isUnchanged }: PortButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between">
      {port ? <RemovePort device_id={device_id} port={port} onGone={onGone} /> : <span />}
      <Group gap="sm">
        {!port && (
          <Button variant="default" onClick={onGone}>
            {t('resources.cancel')}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={isUnchanged}>
          {t('devices.save')}
        </Button>
      </Group>
    </Group>
  )
}

function RemovePort({ device_id, port, onGone }: { device_id: number; port: Port; onGone?: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useRemovePort(device_id)
  return (
    <Button
      variant="subtle"
      color="urgent"
      loading={remove.isPending}
      onClick={() =>
        confirm({
          title: t('devices.ports.delete'),
          why: t('devices.ports.confirm'),
          action: t('devices.delete'),
          onConfirm: () => remove.mutate(port.port_number, { onSuccess: onGone }),
        })
      }
    >
      {t('devices.ports.delete')}
    </Button>
  )
}
