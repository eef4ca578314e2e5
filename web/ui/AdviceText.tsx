import { Text } from '@mantine/core'

interface AdviceTextProps {
  /** What it is about, where that is not said already. */
  about?: string | undefined
  message: string
  /** The nearest thing that is right. */
  advice?: string | null | undefined
  size: 'xs' | 'sm'
}

/** What is wrong or unwise, with the nearest thing that is right: "Barn: closed that day · It opens Monday 6:30 AM." */
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
