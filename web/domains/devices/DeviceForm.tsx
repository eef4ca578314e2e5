import { Box, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { companies } from '#core/domains/companies/companies.ts'
import { device_types } from '#core/domains/devices/device_types.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { firmware_versions } from '#core/domains/devices/firmware_versions.ts'
import { mobile_providers } from '#core/domains/devices/mobile_providers.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useMay, useUser } from '#web/platform/session.tsx'
import type { DeviceRow } from '#web/resources/tank/DeviceRow.ts'
import { RecordInput } from '#web/resources/tank/RecordInput.tsx'
import { type FormValues, useRecordForm } from '#web/resources/tank/useRecordForm.ts'
import { useSaveDevice } from './useSaveDevice.ts'

const SECTIONS = devices.form.filter(({ section }) => section !== 'notes')
const NAMES = SECTIONS.flatMap(({ fields }) => fields as readonly string[])
const TARGETS: Readonly<Record<string, Resource>> = {
  company_id: companies,
  device_type_id: device_types,
  firmware_version_id: firmware_versions,
  mobile_provider_id: mobile_providers,
}

interface DeviceFormProps {
  device: DeviceRow | null
  onSaved?: (device_id: number) => void
}

/** Everything that can be set about a device itself. */
export function DeviceForm({ device, onSaved }: DeviceFormProps) {
  const { t } = useTranslation()
  const { company_id } = useUser()
  const mayChange = useMay()(device ? 'devices.update' : 'devices.create')
  const form = useRecordForm(devices, device ? valuesOf(device) : { ...standards(), company_id }, {
    names: NAMES,
    isNew: device === null,
  })
  const save = useSaveDevice(device?.device_id ?? null)
  const submit = () => {
    const values = form.take()
    if (!values || !mayChange || save.isPending) return
    save.mutate(device ? { ...values, if_updated_at: device.updated_at } : values, {
      onSuccess: ({ device: saved }) => {
        form.start(valuesOf(saved))
        onSaved?.(saved.device_id)
      },
      onError: form.mark,
    })
  }
  useHotkeys([['mod+S', submit]], [])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md" maw={680}>
        {SECTIONS.map(({ section, fields }) => (
          <Paper key={section} p="md" component="section" aria-labelledby={`section-${section}`}>
            <Title order={2} id={`section-${section}`} mb="sm">
              {t(`records.devices.sections.${section}`)}
            </Title>
            <Stack gap="sm">
              {fields.map((name) => (
                <RecordInput
                  key={name}
                  resource={devices}
                  name={name}
                  form={form}
                  to={TARGETS[name]}
                  isReadOnly={!mayChange}
                />
              ))}
            </Stack>
          </Paper>
        ))}
        {mayChange && (
          <Box pos="sticky" bottom={0} py="sm" bg="var(--ullage-ground)" style={{ zIndex: 2 }}>
            <Group justify="flex-end">
              {form.isDirty && device && (
                <Button variant="default" onClick={() => form.start(valuesOf(device))}>
                  {t('devices.reset')}
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty}>
                {t('devices.save')}
              </Button>
            </Group>
          </Box>
        )}
      </Stack>
    </form>
  )
}

function valuesOf(device: DeviceRow): FormValues {
  return Object.fromEntries(NAMES.map((name) => [name, device[name as keyof DeviceRow] ?? '']))
}

function standards(): FormValues {
  return Object.fromEntries(
    NAMES.map((name) => {
      const field = devices.fields[name as keyof typeof devices.fields]
      return [name, 'default' in field ? field.default : '']
    }),
  )
}
