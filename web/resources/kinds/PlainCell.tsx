import { Text } from '@mantine/core'

/** A value as it is, in its own direction and in two lines at most; in a table in one. */
export function PlainCell({ value }: { value: unknown }) {
  return (
    <Text span inherit lineClamp={2} dir="auto">
      {String(value)}
    </Text>
  )
}
