/** A waiting item. */
interface Waiting {
  company_id: number
  uplink: { records: readonly unknown[] }
}

/** Waiting items by company: a company that sends much delays only itself. */
export interface FairQueue<T extends Waiting> {
  push: (one: T) => void
  /**
   * Takes the next items, of each company in order of arrival: at most `records` (each batch counts as one
   * more), but at least one batch if any waits. The waiting companies share the records; those that got no turn come
   * first next time.
   */
  take: (records: number) => T[]
  /** Takes all waiting items. */
  takeAll: () => T[]
  isEmpty: () => boolean
}

export function openFairQueue<T extends Waiting>(): FairQueue<T> {
  /** Companies in order of their turns. */
  const rows = new Map<number, T[]>()

  function push(one: T): void {
    const row = rows.get(one.company_id)
    if (row) row.push(one)
    else rows.set(one.company_id, [one])
  }

  return {
    push,
    take: (max) => takeShares(rows, max),
    takeAll: () => {
      const all = [...rows.values()].flat()
      rows.clear()
      return all
    },
    isEmpty: () => rows.size === 0,
  }
}

/** Takes up to `max` records, a share of each company in turn. */
function takeShares<T extends Waiting>(rows: Map<number, T[]>, max: number): T[] {
  const some: T[] = []
  let room = max
  const sizeOf = ({ uplink }: T) => uplink.records.length + 1
  /**
   * Takes a company's share.
   * @returns whether it took anything
   */
  const takeFrom = (company: number, row: T[], share: number, isFirst: boolean): boolean => {
    let count = 0
    let size = 0
    for (const item of row) {
      const next = sizeOf(item)
      const isAllowed = count === 0 ? isFirst || next <= room : size + next <= Math.min(share, room)
      if (!isAllowed) break
      size += next
      count += 1
    }
    if (count === 0) return false
    some.push(...row.splice(0, count))
    room -= size
    // It has had its turn, so the others come first.
    rows.delete(company)
    if (row.length > 0) rows.set(company, row)
    return true
  }
  for (let goesOn = true; goesOn && room > 0 && rows.size > 0; ) {
    goesOn = false
    const share = Math.max(room / rows.size, 1)
    for (const [company, row] of [...rows]) {
      if (takeFrom(company, row, share, some.length === 0)) goesOn = true
      if (room <= 0) break
    }
  }
  return some
}
