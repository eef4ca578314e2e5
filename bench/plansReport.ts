import type { PlannedCase, PlansRun } from './benchPlans.ts'
import type { Section } from './report.ts'

/** Maximum rows read per page, by the speed plan, for its 20 rows. */
const MAX_OF_PAGE = Math.max(2_000, 100 * 20)
const MAX_OF_COUNT = 10_001
/** Number of the worst cases that are listed. */
const LISTED = 60

/** The report's section about what the lists read. */
export function plansSection({ cases, devices }: PlansRun, when: string): Section {
  const accounts = [...new Set(cases.map(({ account }) => account))]
  const kinds = [...new Set(cases.map(({ kind }) => kind))]
  const summary = kinds.map((kind) => {
    const own = cases.filter((item) => item.kind === kind)
    const within = (test: (one: PlannedCase) => boolean) => own.filter(test).length
    return `| ${[
      kind,
      own.length,
      within(isPageWithin),
      within(isCountWithin),
      within((one) => scannedOf(one).length > 0),
      within((one) => (one.page?.sorted ?? 0) > MAX_OF_PAGE),
      Math.max(...own.map(({ page }) => page?.ms ?? Number.POSITIVE_INFINITY)).toFixed(0),
    ].join(' | ')} |`
  })
  const missed = cases
    .filter((item) => !isPageWithin(item) || !isCountWithin(item))
    .toSorted((one, other) => readBy(other) - readBy(one))
  const listed = missed
    .slice(0, LISTED)
    .map(
      ({ kind, query, account, page, count }) =>
        `| ${kind} | ${query} | ${account} | ${read(page?.rowsRead)} | ${read(page?.sorted)} | ${read(count?.rowsRead)} | ${[...new Set([...(page?.scannedWhole ?? []), ...(count?.scannedWhole ?? [])])].join(', ') || '–'} |`,
    )
  return [
    `## Plans, ${devices.toLocaleString('en')} devices${when && `, ${when}`}`,
    `What the statements of lists read (\`explain analyze\`), page size 20: a page may read ${MAX_OF_PAGE.toLocaleString('en')} rows, a count ${MAX_OF_COUNT.toLocaleString('en')}.
Every offered sort both ways, every filter, a search and page 100, of devices every sort with every filter; for ${accounts.join(', ')}.
${cases.length - missed.length} of ${cases.length} lists keep to both.

| kind | lists | pages within | counts within | read a table whole | sort more than a page may read | slowest page, ms |
|---|---|---|---|---|---|---|
${summary.join('\n')}

${missed.length === 0 ? '' : `The ${Math.min(LISTED, missed.length)} that read most of ${missed.length} that do not:\n\n| kind | query | account | page reads | sorts | count reads | whole tables |\n|---|---|---|---|---|---|---|\n${listed.join('\n')}\n`}`,
  ]
}

function isPageWithin({ page }: PlannedCase): boolean {
  return page !== undefined && page.rowsRead <= MAX_OF_PAGE
}

/** A list without a counting statement has counted where it read its page, or not at all. */
function isCountWithin({ page, count }: PlannedCase): boolean {
  return page !== undefined && (count === undefined || count.rowsRead <= MAX_OF_COUNT)
}

function scannedOf({ page, count }: PlannedCase): string[] {
  return [...(page?.scannedWhole ?? []), ...(count?.scannedWhole ?? [])]
}

function readBy({ page, count }: PlannedCase): number {
  return page === undefined ? Number.POSITIVE_INFINITY : page.rowsRead + (count?.rowsRead ?? 0)
}

function read(rows: number | undefined): string {
  return rows === undefined ? '–' : Math.round(rows).toLocaleString('en')
}
