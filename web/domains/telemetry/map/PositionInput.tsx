import { Button, Stack } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const PositionDialog = lazyPart(() => import('./PositionDialog.tsx').then((m) => m.PositionDialog))

/** The input of a longitude, with a map that sets it together with the latitude. */
function PositionInput({ name, form, isReadOnly, resource }: FieldInputProps & { resource: Resource }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { latitude, longitude, city } = form.values
  return (
    <Stack gap={4} align="stretch">
      <RecordInput {...{ resource, name, form, isReadOnly }} />
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconMapPin size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {t('devices.position.set')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <PositionDialog
            begin={placeOf(latitude, longitude)}
            city={String(city ?? '')}
            onClose={() => setIsOpen(false)}
            onUse={(place) => {
              form.set({ latitude: place.latitude.toFixed(6), longitude: place.longitude.toFixed(6) })
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </Stack>
  )
}

export const SitePosition = (props: FieldInputProps) => <PositionInput {...props} resource={sites} />
export const TerminalPosition = (props: FieldInputProps) => <PositionInput {...props} resource={terminals} />
export const DevicePosition = (props: FieldInputProps) => <PositionInput {...props} resource={devices} />

/** The typed position, if valid. */
function placeOf(latitude: unknown, longitude: unknown) {
  const north = Number.parseFloat(String(latitude ?? ''))
  const east = Number.parseFloat(String(longitude ?? ''))
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : undefined
}
