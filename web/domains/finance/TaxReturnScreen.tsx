import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFileTypeCsv, IconReceiptTax } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { readTaxReturn } from '#core/domains/finance/taxCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { downloadCsv } from '#web/ui/downloadCsv.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { periodNamed } from './reports/periods.ts'
import { useTaxRate } from './taxes/useTaxRate.ts'

const FIGURES = ['taxable_quantity', 'exempt_quantity', 'taxable_amount', 'exempt_amount', 'tax'] as const
/** Figures of the file are as stored. */
const FILE_COLUMNS = [
  ...(['seller_title', 'jurisdiction', 'tax_name', 'rate', 'unit_title'] as const),
  ...FIGURES,
  'documents',
] as const

/** Taxes of issued invoices in a period: by jurisdiction and code, taxed and exempt; the period is in the address. */
export function TaxReturnScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.tax_return'))
  const [search, setSearch] = useSearchParams()
  const period = { ...periodNamed('last_month', new Date()), ...Object.fromEntries(search) }
  const { from, to } = period
  const { data, isError, error, refetch } = useTaxReturn(from, to)
  return (
    <Stack gap="lg">
      <Title order={1}>{t('screens.tax_return')}</Title>
      <Group align="flex-end">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(`finance.tax_return.${name}`)}
            value={period[name]}
            onChange={({ currentTarget }) =>
              setSearch({ ...period, [name]: currentTarget.value }, { replace: true })
            }
          />
        ))}
        <CsvButton rows={data ?? []} name={`tax-return-${from}-${to}.csv`} />
        {(['tax_codes', 'tax_exemptions'] as const).map((kind) => (
          <Anchor key={kind} component={Link} to={`/configuration/${kind}`} size="sm">
            {t(`records.${kind}.label`)}
          </Anchor>
        ))}
      </Group>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState Icon={IconReceiptTax} title={t('finance.tax_return.none')} />}
      {data && data.length > 0 && <TaxTable rows={data} />}
    </Stack>
  )
}

function useTaxReturn(from: string, to: string) {
  return useQuery({
    queryKey: ['transaction_documents', 'tax_return', from, to],
    enabled: from !== '' && to !== '',
    queryFn: reading<typeof readTaxReturn>('/tax_return', { query: { from, to } }),
    select: ({ tax_return }) => tax_return,
  })
}

type TaxRow = ResponseOf<typeof readTaxReturn>['tax_return'][number]

function CsvButton({ rows, name }: { rows: readonly TaxRow[]; name: string }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      disabled={rows.length === 0}
      onClick={() =>
        downloadCsv(name, [
          FILE_COLUMNS.map((column) => t(`finance.tax_return.${column}`)),
          ...rows.map((row) => FILE_COLUMNS.map((column) => row[column])),
        ])
      }
    >
      CSV
    </Button>
  )
}

/** A row per jurisdiction, tax and rate. */
function TaxTable({ rows }: { rows: readonly TaxRow[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { money } = useMoney()
  const rateText = useTaxRate()
  const labelOf = (name: string) => t(`finance.tax_return.${name}`)
  return (
    <DataTable
      label={t('screens.tax_return')}
      rows={rows}
      keyOf={(row) => [row.seller_id, row.tax_code_id, row.tax_name, row.rate, row.currency_id].join(' ')}
      columns={[
        {
          title: labelOf('jurisdiction'),
          cell: (row) => <bdi>{row.jurisdiction ?? row.seller_title}</bdi>,
        },
        {
          title: labelOf('tax_name'),
          cell: (row) => (
            <>
              <bdi>{row.tax_name}</bdi>
              <Text size="xs" c="dimmed">
                {rateText(row, row.currency_id)}
              </Text>
            </>
          ),
        },
        ...FIGURES.map((name) => ({
          title: labelOf(name),
          isFigure: true,
          cell: (row: TaxRow) =>
            name.endsWith('quantity')
              ? `${number(Number(row[name]), 1)} ${row.unit_title}`
              : money(row[name], row.currency_id),
        })),
      ]}
    />
  )
}
