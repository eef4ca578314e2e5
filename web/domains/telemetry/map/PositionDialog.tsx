import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCurrentLocation, IconMapPinFilled } from '@tabler/icons-react'
import { useState } from 'react'
import type { Place } from '#web/platform/findPosition.ts'
import { findPosition } from '#web/platform/findPosition.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PositionCanvas } from './PositionCanvas.tsx'
import styles from './PositionDialog.module.css'

interface PositionDialogProps {
  /** The entered position. */
  begin: Place | undefined
  /** The town of the address: the initial view without a position. */
  city: string
  onUse: (place: Place) => void
  onClose: () => void
}

/** A map that is moved under a fixed pin, by finger, mouse or arrow keys. */
export function PositionDialog({ begin, city, onUse, onClose }: PositionDialogProps) {
  const { t } = useTranslation()
  const tiles = useEnvironment()?.map_tiles_url
  const [place, setPlace] = useState(begin)
  const [here, setHere] = useState<Place>()
  const [isUnknown, setIsUnknown] = useState(false)
  const find = async () => {
    const found = await findPosition()
    setIsUnknown(!found)
    if (found) setHere(found)
  }
  return (
    <Dialog onClose={onClose} title={t('devices.position.title')} size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('devices.position.hint')} {!tiles && t('devices.position.rough')}
        </Text>
        <div className={styles.ground}>
          <PositionCanvas begin={begin} city={city} here={here} onMoved={setPlace} />
          <IconMapPinFilled size={40} aria-hidden className={styles.pin} />
        </div>
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status" data-figures dir="ltr">
            {place && `${place.latitude.toFixed(6)}, ${place.longitude.toFixed(6)}`}
          </Text>
          {'geolocation' in navigator && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCurrentLocation size={16} aria-hidden />}
              onClick={() => void find()}
            >
              {t('devices.position.here')}
            </Button>
          )}
        </Group>
        {isUnknown && (
          <Text size="sm" c="urgent" role="alert">
            {t('devices.position.unknown')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('resources.cancel')}
          </Button>
          <Button disabled={!place} onClick={() => place && onUse(place)}>
            {t('devices.position.use')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
