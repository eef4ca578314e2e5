import { Anchor, Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { IconFileTypeCsv, IconReceiptTax } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { readTaxReturn } from '#core/domains/finance/taxCalls.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { downloadBlob } from '#web/ui/downloadBlob.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useTaxRate } from './taxes/useTaxRate.ts'
import { taxReturnCsv } from './taxReturnCsv.ts'

const FIGURES = ['taxable_quantity', 'exempt_quantity', 'taxable_amount', 'exempt_amount', 'tax'] as const

/** Taxes of issued invoices in a period: by jurisdiction and code, taxed and exempt; the period is in the address. */
export function TaxReturnScreen() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { money } = useMoney()
  const rateText = useTaxRate()
  usePageTitle(t('screens.tax_return'))
  const [search, setSearch] = useSearchParams()
  const period = { ...lastMonth(new Date()), ...Object.fromEntries(search) }
  const { from, to } = period
  const isPeriod = from !== '' && to !== ''
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'tax_return', from, to],
    enabled: isPeriod,
    queryFn: async ({ signal }) =>
      (await request<typeof readTaxReturn>('GET', '/tax_return', { query: { from, to }, signal })).tax_return,
  })
  const dateInput = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={t(`finance.tax_return.${name}`)}
      value={period[name]}
      onChange={({ currentTarget }) =>
        setSearch({ ...period, [name]: currentTarget.value }, { replace: true })
      }
    />
  )
  const labelOf = (name: string) => t(`finance.tax_return.${name}`)
  return (
    <Stack gap="lg">
      <Title order={1}>{t('screens.tax_return')}</Title>
      <Group align="flex-end">
        {dateInput('from')}
        {dateInput('to')}
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          disabled={!data?.length}
          onClick={() =>
            downloadBlob(
              new Blob([taxReturnCsv(data ?? [], labelOf)], { type: 'text/csv;charset=utf-8' }),
              `tax-return-${from}-${to}.csv`,
            )
          }
        >
          CSV
        </Button>
        {(['tax_codes', 'tax_exemptions'] as const).map((kind) => (
          <Anchor key={kind} component={Link} to={`/configuration/${kind}`} size="sm">
            {t(`records.${kind}.label`)}
          </Anchor>
        ))}
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState Icon={IconReceiptTax} title={labelOf('none')} />}
      {data && data.length > 0 && (
        <Table.ScrollContainer minWidth={0}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{labelOf('jurisdiction')}</Table.Th>
                <Table.Th>{labelOf('tax_name')}</Table.Th>
                {FIGURES.map((name) => (
                  <Table.Th key={name} ta="end">
                    {labelOf(name)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((row) => (
                <Table.Tr
                  key={[row.seller_id, row.tax_code_id, row.tax_name, row.rate, row.currency_id].join(' ')}
                >
                  <Table.Td>
                    <bdi>{row.jurisdiction ?? row.seller_title}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <bdi>{row.tax_name}</bdi>
                    <Text size="xs" c="dimmed">
                      {rateText(row, row.currency_id)}
                    </Text>
                  </Table.Td>
                  {FIGURES.map((name) => (
                    <Table.Td key={name} ta="end" style={{ whiteSpace: 'nowrap' }}>
                      {name.endsWith('quantity')
                        ? `${number(Number(row[name]), 1)} ${row.unit_title}`
                        : money(row[name], row.currency_id)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}

/** The first and last day of the month before a moment. */
function lastMonth(now: Date): { from: string; to: string } {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10)
  return { from: day(now.getMonth() - 1, 1), to: day(now.getMonth(), 0) }
}
