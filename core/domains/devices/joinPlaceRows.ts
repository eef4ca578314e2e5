import type { Issue } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'

/** The texts of a row of a file, by column, such as `site.name`. */
export type PlaceTexts = Readonly<Record<string, string>>

export interface PlaceRow {
  /** Row number as in a spreadsheet. */
  row: number
  texts: PlaceTexts
}

export interface JoinedPlaceRow extends PlaceRow {
  issues: Issue[]
}

const CUSTOMER = 'customer.company'
const ACCOUNT = 'customer.account_number'
const SITE = 'site.name'
const DEVICE = 'device.public_id'
const PORT = 'tank.port_number'

const keyOf = (text: string | undefined) => (text ?? '').trim().toLowerCase()

/**
 * Joins rows that name the same customer, site or device: a later row inherits values that it omits, and must not contradict
 * earlier ones. A customer is identified by account number, else by name.
 */
export function joinPlaceRows(rows: readonly PlaceRow[]): JoinedPlaceRow[] {
  const accounts = accountsByName(rows)
  const known = new Map<string, Map<string, { text: string; row: number }>>()
  const tanks = new Map<string, number>()
  return rows.map(({ row, texts: original }) => {
    const texts: Record<string, string> = { ...original }
    const issues: Issue[] = []
    const join = (thing: string, parts: readonly string[]) => {
      const values = known.get(thing) ?? new Map<string, { text: string; row: number }>()
      known.set(thing, values)
      for (const name of new Set([...Object.keys(texts), ...values.keys()])) {
        if (!parts.includes(firstOf(name.split('.', 1)))) continue
        const text = texts[name] ?? ''
        const before = values.get(name)
        if (text === '' && before) texts[name] = before.text
        if (text !== '' && !before) values.set(name, { text, row })
        const isOther = text !== '' && before !== undefined && keyOf(before.text) !== keyOf(text)
        if (isOther && !issues.some(({ field }) => field === name))
          issues.push({ field: name, rule: 'differs_from_row' satisfies Rule, params: { row: before.row } })
      }
    }
    const device = keyOf(texts[DEVICE])
    if (device !== '') join(`device ${device}`, ['customer', 'site', 'device'])
    const customer = keyOf(texts[ACCOUNT]) || accounts.get(keyOf(texts[CUSTOMER])) || ''
    const owner = customer === '' ? `named ${keyOf(texts[CUSTOMER])}` : `account ${customer}`
    if (owner !== 'named ') join(owner, ['customer'])
    if (keyOf(texts[SITE]) !== '') join(`site ${owner} ${keyOf(texts[SITE])}`, ['site'])
    if (device !== '' && hasTank(texts)) {
      const tank = `${device} ${keyOf(texts[PORT]) || '1'}`
      const before = tanks.get(tank)
      if (before === undefined) tanks.set(tank, row)
      else issues.push({ field: PORT, rule: 'same_tank_as_row' satisfies Rule, params: { row: before } })
    }
    return { row, texts, issues }
  })
}

/** Whether a row describes a tank: more than a port number. */
export function hasTank(texts: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(texts).some(
    ([name, value]) => name.startsWith('tank.') && name !== PORT && value != null && value !== '',
  )
}

/** Account numbers of names with exactly one account number in the file. */
function accountsByName(rows: readonly PlaceRow[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  for (const { texts } of rows) {
    const [name, account] = [keyOf(texts[CUSTOMER]), keyOf(texts[ACCOUNT])]
    if (name === '' || account === '') continue
    found.set(name, (found.get(name) ?? new Set()).add(account))
  }
  return new Map(
    [...found].flatMap(([name, all]) => (all.size === 1 ? [[name, firstOf([...all])] as const] : [])),
  )
}
