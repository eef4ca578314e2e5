import { Anchor } from '@mantine/core'

interface LinkValueProps {
  to: string
  text: string
  /** It opens beside the product. */
  isElsewhere?: boolean
}

/** A value that a telephone, a mail program or another site takes on. */
export function LinkValue({ to, text, isElsewhere }: LinkValueProps) {
  return (
    <Anchor inherit href={to} {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}>
      <bdi>{text}</bdi>
    </Anchor>
  )
}
