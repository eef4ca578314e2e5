import { Badge, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { languages, ReferenceCalls } from '#core/domains/settings/referenceCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** The languages of the product, and how far each is translated. */
export function LanguagesScreen() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['languages'],
    queryFn: reading<ReferenceCalls<typeof languages>['list']>('/languages', { query: { page_size: '0' } }),
    select: ({ languages }) => languages,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <div>
        <Title order={1}>{t('screens.configuration/languages')}</Title>
        <Text size="sm" c="dimmed">
          {t('languages.hint')}
        </Text>
      </div>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={400} />}
      {data && <LanguageTable rows={data} />}
    </Stack>
  )
}

type LanguageRow = ResponseOf<ReferenceCalls<typeof languages>['list']>['languages'][number]

function LanguageTable({ rows }: { rows: readonly LanguageRow[] }) {
  const { t } = useTranslation()
  return (
    <Paper>
      <Table aria-label={t('screens.configuration/languages')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('languages.name')}</Table.Th>
            <Table.Th>{t('languages.code')}</Table.Th>
            <Table.Th>{t('languages.texts')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => (
            <Table.Tr key={one.language}>
              <Table.Th scope="row" fw={500}>
                {one.label}
                <Text size="sm" c="dimmed">
                  <bdi lang={one.language}>{one.name}</bdi>
                </Text>
              </Table.Th>
              <Table.Td>{one.language}</Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <Badge color={one.is_complete ? 'fine' : 'gray'}>
                    {t(one.is_complete ? 'languages.complete' : 'languages.falls_back')}
                  </Badge>
                  {one.direction === 'rtl' && <Badge color="gray">{t('languages.rtl')}</Badge>}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
