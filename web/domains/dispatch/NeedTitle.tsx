import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'

interface NeedTitleProps {
  name: string
  device_id: number | null
  /** The style that truncates long names; the tooltip shows them whole. */
  className?: string | undefined
  /** Of the link. */
  tabIndex?: number
}

/** The name of a need; a link to its device if there is one. */
export function NeedTitle({ name, device_id, className, tabIndex }: NeedTitleProps) {
  const textProps = {
    size: 'sm',
    fw: 600,
    dir: 'auto',
    className,
    ...(className && { title: name }),
  } as const
  if (device_id === null) return <Text {...textProps}>{name}</Text>
  return (
    <Anchor
      component={Link}
      to={`/devices/profile/${device_id}`}
      underline="hover"
      c="inherit"
      draggable={false}
      tabIndex={tabIndex}
      {...textProps}
    >
      {name}
    </Anchor>
  )
}
