import { Badge, Code, Collapse, Group, Paper, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Uplink } from './useDeviceLog.ts'

interface UplinkItemProps {
  uplink: Uplink
  isOpenAtFirst?: boolean
}

/** One message of a device as received, and the result of each of its records. */
export function UplinkItem({ uplink, isOpenAtFirst = false }: UplinkItemProps) {
  const { instant } = useFormat()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const refused = (uplink.outcome ?? []).filter(({ reason }) => reason)
  return (
    <Paper>
      <UnstyledButton w="100%" p="sm" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
        <Group gap="sm">
          <IconChevronRight
            size={16}
            aria-hidden
            style={{ transform: isOpen ? 'rotate(90deg)' : undefined }}
          />
          <Text size="sm" fw={600}>
            {instant(uplink.received_at)}
          </Text>
          <RelativeTime at={uplink.received_at} size="xs" c="dimmed" />
          <Badge color="gray">{uplink.door.toUpperCase()}</Badge>
          <Group gap={6} ms="auto">
            <Count kind="accepted" count={uplink.accepted} color="fine" />
            <Count kind="duplicates" count={uplink.duplicates} color="stale" />
            <Count kind="refused" count={uplink.refused} color="urgent" />
          </Group>
        </Group>
        {refused.length > 0 && <Refusals refused={refused} />}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Code block m="sm" mt={0} mah={360} style={{ overflow: 'auto' }} tabIndex={0} dir="ltr">
          {JSON.stringify(uplink.body, null, 2)}
        </Code>
      </Collapse>
    </Paper>
  )
}

function Refusals({ refused }: { refused: NonNullable<Uplink['outcome']> }) {
  const { t } = useTranslation()
  return (
    <Text size="xs" c="urgent" mt={4} ps="lg">
      {refused
        .slice(0, 5)
        .map(({ index, reason: key }) => {
          const reason = t(`devices.refusals.${key}`, { defaultValue: key })
          // Without an index it concerns the whole message.
          return index === null ? reason : t('devices.log.refused_record', { record: index + 1, reason })
        })
        .join(' · ')}
    </Text>
  )
}

function Count({ kind, count, color }: { kind: string; count: number; color: string }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return <Badge color={color}>{t(`devices.log.${kind}`, { count })}</Badge>
}
