import { Decimal } from 'decimal.js'
import sax from 'sax'
import { isCalendarDay } from '#core/platform/time/calendarDay.ts'

/** The value of one euro on a day, by currency code; the euro itself is included. */
export interface DailyRates {
  date: string
  perEuro: ReadonlyMap<string, Decimal>
}

/** A file that cannot be trusted: broken, empty, or with an invalid figure. The message states why. */
export class WrongRates extends Error {}

/** The largest and, inverted, the smallest plausible rate against the euro. */
const MAX_RATE = new Decimal('10000000')
const MIN_RATE = new Decimal('0.0000001')

/**
 * Parses the European Central Bank's daily file: `<Cube time="2026-11-20"><Cube currency="USD" rate="1.16"/>…`. One wrong figure
 * invalidates the whole file: its rates are accepted or refused together.
 * @throws WrongRates
 */
export function parseDailyRates(xml: string): DailyRates {
  const perEuro = new Map([['EUR', new Decimal(1)]])
  let date = ''
  readElements(xml, ({ time, currency, rate }) => {
    if (time !== undefined) date = acceptDate(time, date)
    if (currency === undefined && rate === undefined) return
    if (!currency || !/^[A-Z]{3}$/.test(currency)) throw new WrongRates(`no currency: ${currency}`)
    if (perEuro.has(currency)) throw new WrongRates(`two rates of ${currency}`)
    perEuro.set(currency, acceptRate(currency, rate))
  })
  if (date === '') throw new WrongRates('no date')
  if (perEuro.size === 1) throw new WrongRates('no rates')
  return { date, perEuro }
}

/** Calls back for the attributes of every `Cube`. The parser is strict, and supports neither external documents nor entities. */
function readElements(xml: string, onCube: (attributes: Record<string, string | undefined>) => void): void {
  const parser = sax.parser(true, { xmlns: false })
  parser.onerror = (error) => {
    throw new WrongRates(error.message.split('\n')[0])
  }
  parser.onopentag = ({ name, attributes }) => {
    if (name.split(':').at(-1) !== 'Cube') return
    const texts = Object.entries(attributes).map(([name, value]) => [name, String(value)])
    onCube(Object.fromEntries(texts))
  }
  parser.write(xml).close()
}

function acceptDate(time: string, before: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(time) && isCalendarDay(time)
  if (!isDate) throw new WrongRates(`no date: ${time}`)
  if (before !== '' && before !== time) throw new WrongRates('rates of several days')
  return time
}

function acceptRate(currency: string, text: string | undefined): Decimal {
  if (!text || !/^\d{1,8}(\.\d{1,12})?$/.test(text)) throw new WrongRates(`no rate of ${currency}: ${text}`)
  const rate = new Decimal(text)
  if (rate.gt(MAX_RATE) || rate.lt(MIN_RATE)) throw new WrongRates(`no rate of ${currency}: ${text}`)
  return rate
}
