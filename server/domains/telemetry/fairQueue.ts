/** What waits for its turn. */
interface Waiting {
  company_id: number
  uplink: { records: readonly unknown[] }
}

/** What waits, by company: whoever sends much waits for itself, and holds up no other. */
export interface FairQueue<T extends Waiting> {
  push: (one: T) => void
  /**
   * Takes what travels next, of each company in the order in which it came: at most so many records (a batch itself
   * counts as one more), but always one batch where any waits. All companies that wait share in them, and whoever did
   * not have a turn begins the next.
   */
  take: (records: number) => T[]
  /** Takes all that waits. */
  takeAll: () => T[]
  /** Whether nothing waits. */
  isEmpty: () => boolean
}

export function openFairQueue<T extends Waiting>(): FairQueue<T> {
  /** Companies in the order of their turns. */
  const rows = new Map<number, T[]>()

  function push(one: T): void {
    const row = rows.get(one.company_id)
    if (row) row.push(one)
    else rows.set(one.company_id, [one])
  }

  function take(most: number): T[] {
    const some: T[] = []
    let room = most
    const sizeOf = ({ uplink }: T) => uplink.records.length + 1
    /** Takes from one company as much as its share allows. @returns whether it took anything. */
    const takeFrom = (company: number, row: T[], share: number, isFirst: boolean): boolean => {
      let count = 0
      let size = 0
      while (count < row.length) {
        const next = sizeOf(row[count]!)
        const isAllowed = count === 0 ? isFirst || next <= room : size + next <= Math.min(share, room)
        if (!isAllowed) break
        size += next
        count += 1
      }
      if (count === 0) return false
      some.push(...row.splice(0, count))
      room -= size
      // It has had its turn: the others come before it.
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

  return {
    push,
    take,
    takeAll: () => {
      const all = [...rows.values()].flat()
      rows.clear()
      return all
    },
    isEmpty: () => rows.size === 0,
  }
}
