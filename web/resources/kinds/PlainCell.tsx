import { Text } from '@mantine/core'

/** A value as it is, in two lines at most. */
export function PlainCell({ value }: { value: unknown }) {
  return (
    <Text span inherit lineClamp={2}>
      <bdi>{String(value)}</bdi>
    </Text>
  )
}
