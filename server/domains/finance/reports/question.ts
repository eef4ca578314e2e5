import { type RawBuilder, sql } from 'kysely'
import type { readReport } from '#core/domains/finance/reportCalls.ts'
import type { Period, ReportFilter, ReportGroup } from '#core/domains/finance/reports.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'

export type Report = ResponseOf<typeof readReport>['report']
export type ReportQuery = ReceivedBy<typeof readReport>['query']
export type ReportContent = Pick<Report, 'totals' | 'rows' | 'left_out' | 'trend'>

/** The query of a report's source. */
export interface Question {
  /** Null: no seller has a journal. */
  seller_id: number | null
  period: Period
  before: Period
  by: ReportGroup
  filters: Readonly<Partial<Record<ReportFilter, number | string>>>
  litres_of_unit: number
  limit: number
}

/** Whether a day from the first to the last day of both periods is in one of them: there may be days between them. */
export function isInEither(
  { period, before }: Pick<Question, 'period' | 'before'>,
  day: RawBuilder<unknown>,
) {
  return sql<boolean>`not (${day} > ${before.to}::date and ${day} < ${period.from}::date)`
}
