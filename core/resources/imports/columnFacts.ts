import { keysOf } from '#core/platform/keysOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type Look, lookOf } from './looks.ts'
import { type DateOrder, dateOrderOf, isDoubtfulDate } from './readDate.ts'
import { type DecimalSign, decimalSignOf } from './readNumber.ts'

/** Facts about a column, from its values. */
export interface ColumnFacts {
  /** Number of non-empty cells. */
  filled: number
  /** The look of more than half of its first values. */
  look: Look | null
  /** The decimal sign, if the values determine it. */
  decimal: DecimalSign | null
  /** The date order, if the values determine it. */
  dates: DateOrder | null
  /** Some dates can be read in two ways. */
  hasDoubtfulDates: boolean
  /** Its distinct values, if there are few. */
  values: string[]
}

/** Number of first values that determine the look of a column. */
const SAMPLE_ROWS = 1000
/** A column with more distinct values is not a list of choices. */
const MAX_VALUES = 40
const LONGEST_VALUE = 100

/** Collects the facts of a column, cell by cell. */
export function columnWatch(): { take: (cell: string) => void; facts: () => ColumnFacts } {
  let filled = 0
  const looks = new Map<Look, number>()
  const decimals = { '.': 0, ',': 0 }
  const dates = { mdy: 0, dmy: 0, ymd: 0 }
  let hasDoubtfulDates = false
  let values: Set<string> | undefined = new Set()
  return {
    take: (cell) => {
      if (cell === '') return
      filled += 1
      const look = filled <= SAMPLE_ROWS ? lookOf(cell) : null
      if (look) looks.set(look, (looks.get(look) ?? 0) + 1)
      const isShort = cell.length <= LONGEST_VALUE
      if (values && isShort) values.add(cell)
      if (values && (!isShort || values.size > MAX_VALUES)) values = undefined
      if (looks.has('date')) {
        const order = dateOrderOf(cell)
        if (order) dates[order] += 1
        else if (isDoubtfulDate(cell)) hasDoubtfulDates = true
      }
      if (looks.has('number')) {
        const sign = decimalSignOf(cell)
        if (sign) decimals[sign] += 1
      }
    },
    facts: () => {
      const [look, count] = [...looks].sort((one, other) => other[1] - one[1])[0] ?? [null, 0]
      const order = firstOf(keysOf(dates).sort((one, other) => dates[other] - dates[one]))
      return {
        filled,
        look: count * 2 > Math.min(filled, SAMPLE_ROWS) ? look : null,
        decimal: decimals['.'] === decimals[','] ? null : decimals[','] > decimals['.'] ? ',' : '.',
        dates: dates[order] > 0 ? order : null,
        hasDoubtfulDates,
        values: values && values.size * 2 <= Math.max(filled, 20) ? [...values] : [],
      }
    },
  }
}
