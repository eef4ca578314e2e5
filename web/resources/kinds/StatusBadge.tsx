import { Badge, type BadgeProps } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconProgress } from '@tabler/icons-react'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { type Phase, phaseOf } from '#core/resources/statuses/statuses.ts'
import { useStatusLabel } from './useStatusLabel.ts'

interface StatusBadgeProps extends Omit<BadgeProps, 'resource'> {
  /** A kind of record with statuses. */
  resource: Resource
  value: unknown
  /** The record, as far as known: the text may depend on another field. */
  record?: Values | undefined
  'aria-label'?: string
}

const PHASES: Record<Phase, { color: string; Icon: typeof IconProgress }> = {
  waiting: { color: 'gray', Icon: IconCircleDashed },
  active: { color: 'brand', Icon: IconProgress },
  done: { color: 'fine', Icon: IconCircleCheck },
  dropped: { color: 'stale', Icon: IconCircleX },
}

/** The status of a record as text; color and icon show its progress, the same for every kind. */
export function StatusBadge({ resource, value, record, ...rest }: StatusBadgeProps) {
  const labelOf = useStatusLabel(resource)
  const { statuses } = resource
  if (!statuses) return null
  const { color, Icon } = PHASES[phaseOf(statuses, value)]
  return (
    <Badge color={color} miw="max-content" leftSection={<Icon size={14} aria-hidden />} {...rest}>
      {labelOf(value, record)}
    </Badge>
  )
}
