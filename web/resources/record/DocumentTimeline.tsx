import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import type { listLinkedDocuments } from '#core/resources/listLinkedDocuments.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type ListLinkedDocuments = ReturnType<typeof listLinkedDocuments>
type LinkedDocument = ResponseOf<ListLinkedDocuments>['linked_documents'][number]

/** The screen of each kind; a payment is shown with its invoice. */
const ADDRESSES: Record<LinkedDocument['link_object_ref'], string> = {
  document: '/order',
  payment: '/order',
  shipment: '/shipment_planners',
  work_order: '/work_order',
}

const SHOWN_FIRST = 2

/** The linked documents of a document, a shipment or a work order, oldest first. */
export function DocumentTimeline({ resource, record }: { resource: Resource; record: AnyRecord }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const { data, isError, error, refetch } = useQuery({
    queryKey: [resource.name, 'linked', record[resource.id], record.updated_at],
    queryFn: reading<ListLinkedDocuments>(`${pathOf(resource)}/:${resource.id}/linked_documents`, {
      params: { [resource.id]: Number(record[resource.id]) },
    }),
    select: ({ linked_documents }) => linked_documents,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={96} radius="lg" />
  const shown = showsAll ? data : data.slice(0, SHOWN_FIRST)
  return (
    <Paper p="md" component="section" aria-labelledby="document-timeline">
      <Title order={2} id="document-timeline" mb={data.length > 0 ? 'sm' : 0}>
        {t(data.length > 0 ? 'resources.timeline' : 'resources.timeline_empty')}
      </Title>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((item, index) => (
          <Item key={`${item.link_object_ref}-${item.link_object_id}-${index}`} item={item} />
        ))}
      </Stack>
      {shown.length < data.length && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          {t('resources.timeline_more', { count: data.length - shown.length })}
        </Button>
      )}
    </Paper>
  )
}

function Item({ item }: { item: LinkedDocument }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { link_object_ref, link_object_id, title, company, transaction_date, status } = item
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Anchor
          component={Link}
          to={`${ADDRESSES[link_object_ref]}/${link_object_id}`}
          size="sm"
          fw={600}
          dir="auto"
        >
          {t(`resources.linked.${link_object_ref}`)} <bdi>{title}</bdi>
        </Anchor>
        <Badge color="gray">{status}</Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {company && <bdi>{company}</bdi>}
        {company && transaction_date && ' · '}
        {transaction_date && <bdi>{date(transaction_date)}</bdi>}
      </Text>
    </li>
  )
}
