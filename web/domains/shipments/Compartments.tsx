import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { compartmentsOf, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import styles from './ShipmentLoads.module.css'

interface CompartmentsProps {
  vehicles: readonly Vehicle[]
  loads: readonly Readonly<Record<string, unknown>>[]
}

/** The compartments of truck and trailer, filled as the loads say. */
export function Compartments({ vehicles, loads }: CompartmentsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const compartments = compartmentsOf(vehicles)
  if (compartments.length === 0) return null
  return (
    <ol className={styles.vehicle} aria-label={t('shipments.compartments')}>
      {compartments.map(({ number: at, capacity }) => {
        const filled = loads
          .filter((load) => load['compartment'] === at)
          .reduce((sum, load) => sum + (Number(load['quantity_ordered']) || 0), 0)
        const part = capacity > 0 ? Math.min(filled / capacity, 1) : Number(filled > 0)
        return (
          <li key={at} className={styles.compartment}>
            <div className={styles.vessel} aria-hidden>
              <div
                className={styles.liquid}
                data-is-over={filled > capacity || undefined}
                style={{ height: `${part * 100}%` }}
              />
            </div>
            <Text size="xs" mt={4}>
              {at}: {number(filled, 0)} / {number(capacity, 0)} {t('units.L')}
            </Text>
          </li>
        )
      })}
    </ol>
  )
}
