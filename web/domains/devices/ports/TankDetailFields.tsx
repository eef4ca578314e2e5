import { Button, Collapse, SimpleGrid } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { hasDishedHeads } from '#core/domains/tanks/volume/dimensionsOf.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { PortFormState } from './usePortForm.ts'

/** Details that refine the volume: wall, radii of the heads, tilt of a horizontal tank. Most tanks need none. */
export function TankDetailFields({ tank, isReadOnly }: { tank: PortFormState; isReadOnly: boolean }) {
  const { t } = useTranslation()
  const { form, fields, type, curve, details } = tank
  const hasDetails = Object.values(details).some((figure) => figure !== 0)
  const [isOpen, setOpen] = useState(hasDetails)
  const id = useId()
  if (!type) return null
  const { wall, dish, knuckle, gauge } = fields.details
  const names = [
    wall,
    ...(hasDishedHeads(type.formula) ? [dish, knuckle] : []),
    ...(curve?.isHorizontal || details.tilt !== 0 ? ['tilt', gauge] : []),
  ]
  // Refused fields must be visible.
  const isShown = isOpen || names.some((name) => form.errors[name])
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isShown}
        aria-controls={id}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        onClick={() => setOpen(!isShown)}
      >
        {t('devices.ports.details')}
      </Button>
      <Collapse expanded={isShown} id={id}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" pt="xs">
          {names.map((name) => (
            <RecordInput key={name} resource={device_ports} form={form} isReadOnly={isReadOnly} name={name} />
          ))}
        </SimpleGrid>
      </Collapse>
    </div>
  )
}
