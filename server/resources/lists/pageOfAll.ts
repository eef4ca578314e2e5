import type { Page } from './list.ts'

/** The page information of a list that is always returned in full. */
export function pageOfAll(rows: readonly unknown[]): Page<never>['page'] {
  return { page_num: 1, page_size: rows.length, total_records: rows.length }
}
