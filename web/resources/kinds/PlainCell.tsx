import { Text } from '@mantine/core'
import styles from './PlainCell.module.css'

interface PlainCellProps {
  value: unknown
  /** A dimmed addition. */
  more?: string | undefined
}

/** A plain value in its own direction: one line in a table, elsewhere at most two. */
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
