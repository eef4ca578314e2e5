import { Alert, Anchor, Group, Pill, Skeleton, Stack, Tabs, Text, TextInput, Title } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import {
  REPORT_FILTERS,
  REPORT_NAMES,
  REPORTS,
  type ReportName,
  totalsOf,
  trendStep,
} from '#core/domains/finance/reports.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { messageOf, refusalOf } from '#web/ui/StepDialog.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { PERIODS, periodNamed } from './periods.ts'
import { ReportFiles } from './ReportFiles.tsx'
import { ReportTable } from './ReportTable.tsx'
import { ReportTotals } from './ReportTotals.tsx'
import { type Report, type ReportRow, useReport, useReportAddress } from './useReport.ts'

const SmallSeriesCanvas = lazy(async () => ({
  default: (await import('#web/domains/telemetry/chart/SmallSeriesCanvas.tsx')).SmallSeriesCanvas,
}))

/** The reports of a seller; which one, its period and its filters are in the address. */
export function ReportsScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.reports'))
  const { name, query, change, open, linkTo } = useReportAddress()
  const { data: report, isError, error, refetch } = useReport(name, query)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>{t('screens.reports')}</Title>
        <Group gap="md">
          {(['receivables', 'tax_return', 'accounting'] as const).map((screen) => (
            <Anchor key={screen} component={Link} to={`/${screen}`} size="sm">
              {t(`screens.${screen}`)}
            </Anchor>
          ))}
        </Group>
      </Group>
      <Tabs value={name} onChange={(next) => next && open(next)}>
        <TabBar
          open={name}
          onOpen={open}
          tabs={REPORT_NAMES.map((reportName) => ({
            name: reportName,
            label: t(`records.reports.names.${reportName}`),
          }))}
        />
      </Tabs>
      <Query {...{ name, query, change, report, error }} />
      {report && report.filters.length > 0 && <Filters report={report} change={change} />}
      {refusalOf(error) !== undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!report && !isError && <Skeleton h={480} />}
      {report && <Body name={name} report={report} linkOf={(row) => linkOf(row, report, linkTo)} />}
    </Stack>
  )
}

type Address = ReturnType<typeof useReportAddress>

interface QueryProps extends Pick<Address, 'name' | 'query' | 'change'> {
  report: Report | undefined
  error: unknown
}

/** Parameters of the report: its period, its grouping and its seller. */
function Query({ name, query, change, report, error }: QueryProps) {
  const { t } = useTranslation()
  // Two in a row on phones, so that the first figures are in sight.
  const isPhone = useIsPhone()
  const sized = (w?: number) => (isPhone ? { flex: '1 1 40%', miw: 0 } : { w, maw: '100%' })
  const dateInput = (field: 'from' | 'to') => (
    <TextInput
      type="date"
      {...sized()}
      label={t(`finance.tax_return.${field}`)}
      value={query[field] ?? report?.[field] ?? ''}
      error={messageOf(error, field)}
      onChange={({ currentTarget }) =>
        change({ from: report?.from, to: report?.to, [field]: currentTarget.value })
      }
    />
  )
  return (
    <Group align="flex-end" gap="sm">
      {dateInput('from')}
      {dateInput('to')}
      <SelectInput
        label={t('finance.reports.period')}
        placeholder={t('finance.reports.own_period')}
        data={PERIODS.map((value) => ({ value, label: t(`finance.reports.periods.${value}`) }))}
        value={PERIODS.find((period) => report && isSame(periodNamed(period, new Date()), report)) ?? null}
        onChange={(value) => value && change(periodNamed(value, new Date()))}
        {...sized(160)}
      />
      {report && REPORTS[name].by.length > 1 && (
        <SelectInput
          label={t('finance.reports.by')}
          data={REPORTS[name].by.map((value) => ({ value, label: t(`records.reports.groups.${value}`) }))}
          value={report.by}
          allowDeselect={false}
          onChange={(by) => change({ by: by ?? undefined })}
          {...sized(180)}
        />
      )}
      {report && report.sellers.length > 1 && (
        <SelectInput
          label={t('records.account_rules.fields.company_id')}
          data={report.sellers.map(({ seller_id, title }) => ({ value: String(seller_id), label: title }))}
          value={String(report.seller_id)}
          allowDeselect={false}
          onChange={(seller_id) => change({ seller_id: seller_id ?? undefined })}
          {...sized(320)}
        />
      )}
      <ReportFiles name={name} query={query} />
    </Group>
  )
}

/** The filters that are set, each of which can be removed. */
function Filters({ report, change }: { report: Report; change: Address['change'] }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      {report.filters.map(({ name: filter, title }) => {
        const [group] = findOrThrow(Object.entries(REPORT_FILTERS), ([, field]) => field === filter)
        return (
          <Pill key={filter} size="md" withRemoveButton onRemove={() => change({ [filter]: undefined })}>
            {title === null
              ? t(`records.reports.without.${group}`)
              : `${t(`records.reports.groups.${group}`)}: ${title}`}
          </Pill>
        )
      })}
    </Group>
  )
}

interface BodyProps {
  name: ReportName
  report: Report
  linkOf: (row: ReportRow) => string
}

function Body({ name, report, linkOf }: BodyProps) {
  const { t } = useTranslation()
  if (report.totals.length === 0 && report.rows.length === 0)
    return <EmptyState Icon={IconReportAnalytics} title={t('finance.reports.none')} />
  return (
    <>
      <ReportTotals name={name} report={report} />
      {report.waiting > 0 && (
        <Alert color="mild">
          {t('finance.reports.waiting', { count: report.waiting })}{' '}
          <Anchor component={Link} to="/accounting" size="sm">
            {t('screens.accounting')}
          </Anchor>
        </Alert>
      )}
      <Trend name={name} report={report} />
      <Text size="sm" c="dimmed" maw={760}>
        {t(`finance.reports.help.${name}`)}
      </Text>
      <ReportTable name={name} report={report} linkOf={linkOf} />
    </>
  )
}

const CHART_HEIGHT = 180

/** The first figure of the report over the period. */
function Trend({ name, report: { trend, from, to, unit } }: Omit<BodyProps, 'linkOf'>) {
  const { t } = useTranslation()
  if (trend.length < 2) return null
  const [first, kind] = firstOf(totalsOf(name))
  const figure = t(`records.reports.columns.${first}`)
  const label = t(`finance.reports.trend.${trendStep({ from, to })}`, { figure })
  return (
    <section aria-labelledby="report-trend">
      <Title order={2} id="report-trend" mb={4}>
        {label}
      </Title>
      <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
        <SmallSeriesCanvas
          series={{
            ...{ name: first, unit: kind === 'volume' ? unit : '' },
            points: trend.map(({ day, value }) => [Date.parse(`${day}T12:00:00`), value, value, value]),
          }}
          span={{
            from: Date.parse(`${from}T00:00:00`),
            to: Date.parse(`${to}T23:59:59`),
            maxPoints: trend.length,
          }}
          height={CHART_HEIGHT}
          label={label}
        />
      </Suspense>
    </section>
  )
}

function isSame(one: { from: string; to: string }, { from, to }: { from: string; to: string }): boolean {
  return one.from === from && one.to === to
}

/** Link of a row: a document, or the documents that the row counts. */
function linkOf({ key }: ReportRow, { by, from, to }: Report, linkTo: Address['linkTo']): string {
  if (by === 'document') return `/order/${key}`
  if (by === 'tank') return `/devices/profile/${key}`
  return linkTo({ from, to, by: 'document', [REPORT_FILTERS[by]]: key }, 'margin')
}
