import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/platform/projectRoot.ts'

const FILE = 'server/app/testing/rows/known.txt'

/** A list or call that reads more than its limit. */
interface KnownReading {
  /** The kind of record, or the call. */
  what: string
  account: string
  /** The relevant selections and sort keys of the query; empty: any query. */
  parts: readonly string[]
}

/**
 * The known readings over their limit, from lines `kind | account | part & part: reason`; `*` stands for every part. The list only shrinks:
 * a line that no longer holds fails the test.
 * @throws for a line without a reason, or out of order.
 */
export function readKnown(): KnownReading[] {
  const lines = fs.readFileSync(path.join(projectRoot, FILE), 'utf8').trimEnd().split('\n')
  const sorted = lines.toSorted()
  const unsorted = lines.find((line, index) => line !== sorted[index])
  if (unsorted) throw new Error(`${FILE} is not sorted at: ${unsorted}`)
  return lines.map((line) => {
    const [, what, account, parts, reason] = /^(.+) \| (.+) \| (.+?): (.+)$/.exec(line) ?? []
    if (!what || !account || !parts || !reason)
      throw new Error(`${FILE} has a line without a reason: ${line}`)
    return { what, account, parts: parts === '*' ? [] : parts.split(' & ') }
  })
}

/** A reading found over its limit, with all its parts. */
export interface OverLimit {
  account: string
  parts: readonly string[]
  text: string
}

/**
 * Readings over their limit that are not listed, and listed ones within their limit.
 * @param measured the only account that was measured, if not all were.
 */
export function compareWithKnown(
  what: string,
  over: readonly OverLimit[],
  measured?: string,
): { unlisted: string[]; outdated: string[] } {
  const known = readKnown().filter(
    (item) => item.what === what && (measured === undefined || item.account === measured),
  )
  const isListed = (limit: OverLimit, { account, parts }: KnownReading) =>
    limit.account === account && parts.every((part) => limit.parts.includes(part))
  return {
    unlisted: over
      .filter((item) => !known.some((line) => isListed(item, line)))
      .map(({ account, parts, text }) => `${what} | ${account} | ${parts.join(' & ')}: ${text}`),
    outdated: known
      .filter((line) => !over.some((item) => isListed(item, line)))
      .map(({ account, parts }) => `${what} | ${account} | ${parts.join(' & ')}`),
  }
}
