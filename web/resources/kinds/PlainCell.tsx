import { Text } from '@mantine/core'
import styles from './PlainCell.module.css'

interface PlainCellProps {
  value: unknown
  /** What stands behind it, less loud. */
  more?: string | undefined
}

/** A value as it is, in its own direction and in two lines at most; in a table in one. */
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
