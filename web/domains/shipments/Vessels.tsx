import { Text } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import styles from './ShipmentLoads.module.css'

export interface Vessel {
  number: number
  /** Volumes in litres. */
  capacity: number
  filled: number
  /** It is yet to be loaded. */
  isPlanned?: boolean
  /** Names its content; without it only volumes are shown. */
  content?: string
}

/** The compartments of a vehicle as a drawing: each with its number, its content and its capacity. */
export function Vessels({ vessels, volumes }: { vessels: readonly Vessel[]; volumes: VolumeUnits }) {
  const { t } = useTranslation()
  const { apart } = useFormat()
  return (
    <ol className={styles.vehicle} aria-label={t('shipments.compartments')}>
      {vessels.map(({ number, capacity, filled, isPlanned, content }) => {
        return (
          <li key={number} className={styles.compartment}>
            <VesselDrawing {...{ capacity, filled, isPlanned }} />
            {content && (
              <Text size="xs" fw={600} mt={4} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {content}
              </Text>
            )}
            <Text size="xs" mt={content ? 0 : 4}>
              {apart(`${number}: ${volumes.text(filled)} / ${volumes.text(capacity)}`)}
            </Text>
          </li>
        )
      })}
    </ol>
  )
}

interface VesselDrawingProps extends Pick<Vessel, 'capacity' | 'filled'> {
  isPlanned?: boolean | undefined
}

/** A compartment, filled to its share. */
export function VesselDrawing({ capacity, filled, isPlanned }: VesselDrawingProps) {
  const part = capacity > 0 ? Math.min(filled / capacity, 1) : Number(filled > 0)
  return (
    <div className={styles.vessel} aria-hidden>
      <div
        className={styles.liquid}
        data-is-over={filled > capacity + 1e-6 || undefined}
        data-is-planned={isPlanned || undefined}
        style={{ height: `${part * 100}%` }}
      />
    </div>
  )
}
