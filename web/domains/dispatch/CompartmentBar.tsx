import { Text } from '@mantine/core'
import type { VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Round } from './boardTypes.ts'
import styles from './Dispatch.module.css'

type Compartment = Round['compartments'][number]

interface CompartmentBarProps {
  compartments: readonly Compartment[]
  volumes: VolumeUnits
}

/**
 * The fill of each compartment, side by side, widths by capacity. What the previous round leaves in it is hatched: above the
 * planned load, or below it if of another grade.
 */
export function CompartmentBar({ compartments, volumes }: CompartmentBarProps) {
  const { t } = useTranslation()
  if (compartments.length === 0) return null
  const left = compartments.flatMap((compartment) => carriedText(compartment, volumes))
  return (
    <>
      <ol className={styles.compartments} aria-label={t('shipments.compartments')}>
        {compartments.map((compartment) => (
          <Item key={compartment.number} compartment={compartment} volumes={volumes} />
        ))}
      </ol>
      {left.length > 0 && (
        <Text size="xs" c="dimmed" mt={4} data-figures>
          <span className={styles.carriedSign} aria-hidden />
          {t('dispatch.carried', { list: left.join(' · ') })}
        </Text>
      )}
    </>
  )
}

function carriedText({ number, carried }: Compartment, volumes: VolumeUnits): string[] {
  return carried ? [`${number}: ${volumes.text(carried.liters, 0)} ${carried.product_title}`] : []
}

function Item({ compartment, volumes }: { compartment: Compartment; volumes: VolumeUnits }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const carried = carriedText(compartment, volumes)
  return (
    <li
      className={styles.compartment}
      style={{ flexGrow: Math.max(compartment.capacity, 1) }}
      title={[
        compartment.product_title,
        `${volumes.text(compartment.filled, 0)} / ${volumes.text(compartment.capacity, 0)}`,
        ...carried.map((list) => t('dispatch.carried', { list })),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <Contents {...compartment} />
      <span className={styles.compartmentText} dir="ltr" data-figures>
        <span>
          {compartment.number}: {number(compartment.filled / volumes.size, 0)}
        </span>
        <span className={styles.ofCapacity}> / {volumes.text(compartment.capacity, 0)}</span>
      </span>
    </li>
  )
}

function Contents({ capacity, filled, color, carried }: Compartment) {
  const percentOf = (liters: number) => Math.min(100, capacity > 0 ? (liters / capacity) * 100 : 0)
  const below = carried?.is_other ? percentOf(carried.liters) : 0
  return (
    <>
      <span
        className={styles.filled}
        data-is-over={filled > capacity + 1e-6 || undefined}
        style={{
          insetInlineStart: `${below}%`,
          width: `${Math.min(100 - below, percentOf(filled))}%`,
          ...(color && { '--fill-color': color }),
        }}
        aria-hidden
      />
      {carried && (
        <span
          className={styles.carried}
          style={{
            width: `${percentOf(carried.liters)}%`,
            ...(carried.color && { '--fill-color': carried.color }),
          }}
          aria-hidden
        />
      )}
    </>
  )
}
