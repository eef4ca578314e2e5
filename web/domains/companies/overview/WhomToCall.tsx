import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import type { listReachable } from '#core/domains/people/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LinkValue } from '#web/resources/record/LinkValue.tsx'
import { PhoneLink } from '#web/resources/record/PhoneLink.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'

/** The contact people of a company, with the number to call. */
export function WhomToCall({ company_id }: { company_id: number }) {
  const { t } = useTranslation()
  const found = useQuery({
    // Below `people`: a change of a person invalidates it.
    queryKey: ['people', 'reachable', company_id],
    queryFn: reading<typeof listReachable>('/companies/:company_id/reachable', { params: { company_id } }),
    select: ({ reachable }) => reachable,
  })
  const { isError, error, refetch } = found
  // Deferred, so that a slow machine draws it in small steps.
  const data = useDeferredValue(found.data)
  return (
    <WidgetPanel title={t('companies.whom_to_call')}>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={64} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('companies.nobody_to_call')}
        </Text>
      )}
      <Stack gap="xs">
        {data?.map((contact) => (
          <Contact key={contact.people_id ?? 'company'} {...contact} />
        ))}
      </Stack>
    </WidgetPanel>
  )
}

type ContactProps = ResponseOf<typeof listReachable>['reachable'][number]

function Contact({ people_id, name, job_title, phone_number, email_address }: ContactProps) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {people_id === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to={`/people/profile/${people_id}`} style={{ color: 'inherit' }}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {job_title && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            · <bdi>{job_title}</bdi>
          </Text>
        )}
      </Text>
      <Group gap="md">
        {phone_number && <PhoneLink number={phone_number} />}
        {email_address && <LinkValue to={`mailto:${email_address}`} text={email_address} />}
      </Group>
    </div>
  )
}
