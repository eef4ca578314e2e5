import { Text } from '@mantine/core'
import styles from './PlainCell.module.css'

interface PlainCellProps {
  value: unknown
  /** A dimmed addition. */
  more?: string | undefined
}

/** A value as it is, in its own direction, in two lines at most; in one in a table. */
export function PlainCell({ value, more }: PlainCellProps) {
  return (
    <Text span inherit lineClamp={2} className={styles.plain} dir="auto">
      {String(value)}
      {more && (
        <Text span size="xs" c="dimmed">
          {` ${more}`}
        </Text>
      )}
    </Text>
  )
}
