import { Text } from '@mantine/core'

interface AdviceTextProps {
  /** The subject, unless it is clear. */
  about?: string | undefined
  message: string
  /** The nearest allowed value. */
  advice?: string | null | undefined
  size: 'xs' | 'sm'
}

/** An issue with the nearest allowed value: "Barn: closed that day · It opens Monday 6:30 AM." */
export function AdviceText({ about, message, advice, size }: AdviceTextProps) {
  return (
    <Text size={size}>
      {about && `${about}: `}
      {message}
      {advice && (
        <Text span inherit fw={600}>
          {' · '}
          {advice}
        </Text>
      )}
    </Text>
  )
}
