import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { readReport } from '#core/domains/finance/reportCalls.ts'
import { REPORT_FILTERS, REPORT_NAMES, type ReportName } from '#core/domains/finance/reports.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'

export type Report = ResponseOf<typeof readReport>['report']
export type ReportRow = Report['rows'][number]

/** Filters that stay when another report is opened. */
const SHARED = ['from', 'to', 'seller_id'] as const
const QUERY_NAMES = [...SHARED, 'by', ...Object.values(REPORT_FILTERS)] as const
type ReportQuery = Partial<Record<(typeof QUERY_NAMES)[number], string>>

/** The report of the address: its name, its query, and addresses of other queries. */
export function useReportAddress() {
  const [search, setSearch] = useSearchParams()
  const name = REPORT_NAMES.find((reportName) => reportName === search.get('report')) ?? REPORT_NAMES[0]
  const only = (names: readonly (typeof QUERY_NAMES)[number][]): ReportQuery =>
    Object.fromEntries(
      names.flatMap((item) => {
        const value = search.get(item)
        return value ? [[item, value]] : []
      }),
    )
  const query = only(QUERY_NAMES)
  const addressOf = (report: ReportName, query: ReportQuery) =>
    new URLSearchParams({ report, ...(JSON.parse(JSON.stringify(query)) as ReportQuery) })
  return {
    name,
    query,
    /** The address of the report with other filters; undefined removes one. */
    linkTo: (change: ReportQuery, report = name) => `/reports?${addressOf(report, { ...query, ...change })}`,
    change: (changed: { [K in keyof ReportQuery]?: string | undefined }) =>
      setSearch(addressOf(name, { ...query, ...changed }), { replace: true }),
    open: (report: string) => setSearch(addressOf(report as ReportName, only(SHARED))),
  }
}

/** The report of the address; while another is fetched, the previous one. */
export function useReport(name: ReportName, query: ReportQuery) {
  return useQuery({
    queryKey: ['transaction_documents', 'report', name, query],
    queryFn: reading<typeof readReport>('/reports/:report', {
      params: { report: name },
      query: query as SentTo<typeof readReport>['query'] & object,
    }),
    select: ({ report }) => report,
    placeholderData: (before, earlier) => (earlier?.queryKey[2] === name ? before : undefined),
  })
}
