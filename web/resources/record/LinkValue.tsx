import { Anchor } from '@mantine/core'

interface LinkValueProps {
  to: string
  text: string
  /** It opens outside the product. */
  isElsewhere?: boolean
}

/** A value as a link to a telephone, a mail program or another site. */
export function LinkValue({ to, text, isElsewhere }: LinkValueProps) {
  return (
    <Anchor inherit href={to} {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}>
      <bdi>{text}</bdi>
    </Anchor>
  )
}
