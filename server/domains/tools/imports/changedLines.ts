import type { Resource } from '#core/resources/definition.ts'
import { valueSchema } from '#core/resources/schema.ts'
import type { DetailRow } from '#server/resources/changes/details.ts'
import { changesBetween } from '#server/resources/history/audit.ts'

/**
 * Merges the lines of a file into those of an existing record: equal lines stay, a line with the same product is changed, and all others are added.
 * Lines that the file does not have stay.
 * @param stated the lines of the file
 * @returns the lines as a change of the record has them, and the index of the stated line of each (-1: none); undefined if nothing changes
 */
export function changedLines(
  details: Resource,
  stated: readonly DetailRow[],
  before: readonly DetailRow[],
): { lines: DetailRow[]; from: number[] } | undefined {
  const open = new Set(before)
  const oldOf = new Map<DetailRow, DetailRow>()
  const pair = (isThat: (line: DetailRow, old: DetailRow) => boolean) => {
    for (const line of stated) {
      if (oldOf.has(line)) continue
      const old = [...open].find((item) => isThat(line, item))
      if (!old) continue
      open.delete(old)
      oldOf.set(line, old)
    }
  }
  pair((line, old) => changesOfLine(details, line, old).length === 0)
  const same = new Set(oldOf.values())
  if (same.size === stated.length) return undefined
  const title = (line: DetailRow) => ({ [details.title]: line[details.title] })
  pair((line, old) => changesOfLine(details, title(line), old).length === 0)
  const byOld = new Map([...oldOf].map(([line, old]) => [old, line]))
  const fresh = stated.filter((line) => !oldOf.has(line))
  return {
    lines: [
      ...before.map((old) => ({ ...(same.has(old) ? {} : byOld.get(old)), [details.id]: old[details.id] })),
      ...fresh,
    ],
    from: [
      ...before.map((old) => {
        const line = byOld.get(old)
        // A stored line that the file does not name has no row.
        return line ? stated.indexOf(line) : -1
      }),
      ...fresh.map((line) => stated.indexOf(line)),
    ],
  }
}

/** The differences between a line and a stored one. An invalid line differs from every other. */
function changesOfLine(details: Resource, line: DetailRow, old: DetailRow) {
  const values = Object.entries(line).map(([name, value]) => {
    const field = details.fields[name]
    const read = field && valueSchema(field).safeParse(value)
    return [name, read?.success ? read.data : undefined]
  })
  return changesBetween(details, old, Object.fromEntries(values))
}
