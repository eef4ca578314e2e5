import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { readReport } from '#core/domains/finance/reportCalls.ts'
import { REPORT_FILTERS, REPORT_NAMES, type ReportName } from '#core/domains/finance/reports.ts'
import type { AnswerOf, SentTo } from '#core/platform/defineCall.ts'
import { reading } from '#web/platform/calls/request.ts'

export type Report = AnswerOf<typeof readReport>['report']
export type ReportRow = Report['rows'][number]

/** What stays when another report is opened. */
const SHARED = ['from', 'to', 'seller_id'] as const
const ASKED = [...SHARED, 'by', ...Object.values(REPORT_FILTERS)] as const
type Asked = Partial<Record<(typeof ASKED)[number], string>>

/** The report of the address: its name, its query, and addresses of other queries. */
export function useReportAddress() {
  const [search, setSearch] = useSearchParams()
  const name = REPORT_NAMES.find((one) => one === search.get('report')) ?? REPORT_NAMES[0]
  const only = (names: readonly (typeof ASKED)[number][]): Asked =>
    Object.fromEntries(
      names.flatMap((one) => {
        const value = search.get(one)
        return value ? [[one, value]] : []
      }),
    )
  const asked = only(ASKED)
  const addressOf = (report: ReportName, query: Asked) =>
    new URLSearchParams({ report, ...(JSON.parse(JSON.stringify(query)) as Asked) })
  return {
    name,
    asked,
    /** The address of the report with other filters; undefined removes one. */
    linkTo: (change: Asked, report = name) => `/reports?${addressOf(report, { ...asked, ...change })}`,
    ask: (change: { [K in keyof Asked]?: string | undefined }) =>
      setSearch(addressOf(name, { ...asked, ...change }), { replace: true }),
    open: (report: string) => setSearch(addressOf(report as ReportName, only(SHARED))),
  }
}

/** The report of the address; while another is fetched, the one before. */
export function useReport(name: ReportName, asked: Asked) {
  return useQuery({
    queryKey: ['transaction_documents', 'report', name, asked],
    queryFn: reading<typeof readReport>('/reports/:report', {
      params: { report: name },
      query: asked as SentTo<typeof readReport>['query'] & object,
    }),
    select: ({ report }) => report,
    placeholderData: (before, query) => (query?.queryKey[2] === name ? before : undefined),
  })
}
