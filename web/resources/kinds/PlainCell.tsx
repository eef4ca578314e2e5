import { Text } from '@mantine/core'
import styles from './PlainCell.module.css'

/** A value as it is, in its own direction and in two lines at most; in a table in one. */
export function PlainCell({ value }: { value: unknown }) {
  return (
    <Text span inherit lineClamp={2} className={styles.plain} dir="auto">
      {String(value)}
    </Text>
  )
}
