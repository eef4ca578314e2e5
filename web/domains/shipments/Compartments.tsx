import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { VolumeUnits } from './loading/useVolumeUnits.ts'
import type { Load } from './loads.ts'
import styles from './ShipmentLoads.module.css'

interface CompartmentsProps {
  vehicles: readonly Vehicle[]
  loads: readonly Load[]
  volumes: VolumeUnits
}

/** The compartments of truck and trailer, filled with the loads. */
export function Compartments({ vehicles, loads, volumes }: CompartmentsProps) {
  const { t } = useTranslation()
  const { apart } = useFormat()
  const compartments = compartmentsOf(vehicles)
  if (compartments.length === 0) return null
  return (
    <ol className={styles.vehicle} aria-label={t('shipments.compartments')}>
      {compartments.map(({ number: at, capacity }) => {
        const filled = loads
          .filter((load) => load.compartment === at)
          .reduce((sum, load) => sum + volumes.litresOf(load), 0)
        const part = capacity > 0 ? Math.min(filled / capacity, 1) : Number(filled > 0)
        return (
          <li key={at} className={styles.compartment}>
            <div className={styles.vessel} aria-hidden>
              <div
                className={styles.liquid}
                data-is-over={filled > capacity + 1e-6 || undefined}
                style={{ height: `${part * 100}%` }}
              />
            </div>
            <Text size="xs" mt={4}>
              {apart(`${at}: ${volumes.text(filled)} / ${volumes.text(capacity)}`)}
            </Text>
          </li>
        )
      })}
    </ol>
  )
}
