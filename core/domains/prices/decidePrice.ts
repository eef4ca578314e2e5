import type { Decimal } from 'decimal.js'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { Exact } from '#core/platform/numbers/exact.ts'
import { PRICE_DECIMALS } from '#core/platform/numbers/money.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { price_rules } from './price_rules.ts'
import {
  type FoundSource,
  PRICE_PROBLEMS,
  type PriceProblem,
  RULE_LEVELS,
  type RuleLevel,
} from './priceSources.ts'

/** Outcome of a tried source. */
export const STEP_OUTCOMES = [
  'used',
  'lower',
  'not_yet',
  'over',
  'below_quantity',
  'other_unit',
  ...PRICE_PROBLEMS,
] as const
type StepOutcome = (typeof STEP_OUTCOMES)[number]

/** A unit of measure; `litres` is the volume of one, null if it is not a unit of volume. */
export interface PricedUnit {
  readonly unit_id: number
  readonly litres: string | null
}

/** A price rule that names the product, its group, or every product. Decimals as strings. */
export interface CandidateRule
  extends PricedUnit,
    Pick<
      RecordOf<typeof price_rules>,
      | 'price_rule_id'
      | 'from_quantity'
      | 'from_date'
      | 'to_date'
      | 'price_by'
      | 'unit_price'
      | 'terminal_id'
      | 'max_posted_days'
    > {
  readonly level: RuleLevel
  /** Number of levels between the customer and the company of an agreement; 0 for other kinds of rule. */
  readonly distance: number
  /** 2: it names the product, 1: its group, 0: every product. */
  readonly narrowness: number
  readonly margin: string
  /** Its currency is not the customer's. */
  readonly is_foreign: boolean
  /** The posted prices of the product at its terminal, in any order. */
  readonly posted: readonly PostedPrice[]
}

/** A posted price from a moment (ISO 8601) on. */
export interface PostedPrice extends PricedUnit {
  readonly valid_from: string
  readonly unit_price: string
}

/** The moment of a price: the instant (ISO 8601), and its day in the business's time zone. */
export interface PriceMoment {
  readonly at: string
  readonly date: string
}

/** Inputs of a product's price. */
export interface PriceQuestion {
  readonly unit: PricedUnit
  readonly quantity: string
  readonly order: PriceMoment
  /** Null while unknown; until then, a rule that depends on the delivery uses the moment of the order. */
  readonly delivery: PriceMoment | null
  readonly rules: readonly CandidateRule[]
  /** The customer's last price and the product's list price, per requested unit. */
  readonly last_price: { readonly unit_price: string; readonly date: string } | null
  readonly list_price: string | null
}

/** A source that was tried, with its figures per its own unit. */
export interface PriceStep {
  source: FoundSource
  outcome: StepOutcome
  price_rule_id: number | null
  /** The day on which the rule had to apply. */
  date: string
  unit_id: number
  from_quantity: string | null
  /** The fixed price, or the posted one in its own unit. */
  base: string | null
  base_unit_id: number | null
  terminal_id: number | null
  posted_from: string | null
  margin: string | null
}

export interface DecidedPrice {
  /** Per requested unit, to 6 decimals. */
  unit_price: string | null
  source: FoundSource | null
  price_rule_id: number | null
  /** The date that the used rule refers to; null without a rule. */
  price_by: 'order' | 'delivery' | null
  problem: PriceProblem | null
  steps: PriceStep[]
}

/** Milliseconds of a day. */
const DAY_MS = 86_400_000

/**
 * The price of a product for a customer. Order of precedence: the customer's agreement, the place, the customer's class, the seller's
 * price list, the customer's last price, the product's list price. Within a level the nearer company of an agreement wins, then the
 * narrower product, then the highest quantity tier that is reached, then the later start. The first rule that applies decides, even if it
 * yields no price.
 *
 * A posted price plus a margin is the usual form of a supply contract: "OPIS rack average plus or minus a differential per gallon", such as
 * in the fuel contracts of the US General Services Administration and of state purchasing offices.
 */
export function decidePrice(question: PriceQuestion): DecidedPrice {
  const { last_price, list_price, order, unit } = question
  const steps: PriceStep[] = []
  let decided: Omit<DecidedPrice, 'steps'> | null = null
  for (const rule of [...question.rules].sort(byPrecedence)) {
    const tried = tryRule(question, rule)
    const { outcome } = tried.step
    const isDecided = decided !== null && !isOneOf(UNREACHED, outcome)
    steps.push(isDecided ? { ...tried.step, outcome: 'lower' } : tried.step)
    if (decided !== null || isOneOf(UNREACHED, outcome)) continue
    decided = {
      unit_price: tried.unit_price,
      source: rule.level,
      price_rule_id: rule.price_rule_id,
      price_by: rule.price_by,
      problem: outcome === 'used' || outcome === 'lower' ? null : outcome,
    }
  }
  const fallbacks = [
    ['last_price', last_price?.unit_price ?? null, last_price?.date ?? order.date],
    ['list_price', list_price, order.date],
  ] as const
  for (const [source, unit_price, date] of fallbacks) {
    if (unit_price === null) continue
    steps.push({
      ...{ source, outcome: decided ? 'lower' : 'used', price_rule_id: null, date, unit_id: unit.unit_id },
      ...{ from_quantity: null, base: unit_price, base_unit_id: unit.unit_id, terminal_id: null },
      ...{ posted_from: null, margin: null },
    })
    decided ??= { unit_price, source, price_rule_id: null, price_by: null, problem: null }
  }
  return {
    ...(decided ?? { unit_price: null, source: null, price_rule_id: null, price_by: null, problem: null }),
    steps,
  }
}

/** Outcomes of a rule that does not apply: the next one is tried. */
const UNREACHED = ['not_yet', 'over', 'below_quantity', 'other_unit'] as const satisfies StepOutcome[]

function byPrecedence(one: CandidateRule, other: CandidateRule): number {
  return (
    RULE_LEVELS.indexOf(one.level) - RULE_LEVELS.indexOf(other.level) ||
    one.distance - other.distance ||
    other.narrowness - one.narrowness ||
    new Exact(other.from_quantity).comparedTo(one.from_quantity) ||
    other.from_date.localeCompare(one.from_date) ||
    other.price_rule_id - one.price_rule_id
  )
}

function tryRule(
  question: PriceQuestion,
  rule: CandidateRule,
): { step: PriceStep; unit_price: string | null } {
  const moment = (rule.price_by === 'delivery' ? question.delivery : null) ?? question.order
  const posted = rule.unit_price === null ? postedAt(rule.posted, moment) : null
  const step = (outcome: StepOutcome): PriceStep => ({
    ...{ source: rule.level, outcome, price_rule_id: rule.price_rule_id, date: moment.date },
    ...{ unit_id: rule.unit_id, from_quantity: rule.from_quantity },
    base: rule.unit_price ?? posted?.unit_price ?? null,
    base_unit_id: rule.unit_price === null ? (posted?.unit_id ?? null) : rule.unit_id,
    terminal_id: rule.unit_price === null ? rule.terminal_id : null,
    posted_from: posted?.valid_from ?? null,
    margin: rule.unit_price === null ? rule.margin : null,
  })
  const no = (outcome: StepOutcome) => ({ step: step(outcome), unit_price: null })
  if (moment.date < rule.from_date) return no('not_yet')
  if (rule.to_date !== null && moment.date > rule.to_date) return no('over')
  const quantity = converted(question.quantity, question.unit, rule)
  if (quantity === null) return no('other_unit')
  if (quantity.lessThan(rule.from_quantity)) return no('below_quantity')
  if (rule.is_foreign) return no('other_currency')
  if (rule.unit_price === null) {
    if (!posted) return no('no_posted_price')
    if (isTooOld(posted, rule, moment)) return no('posted_too_old')
  }
  const base =
    rule.unit_price === null ? posted && perUnit(posted.unit_price, posted, rule) : new Exact(rule.unit_price)
  if (!base) return no('no_posted_price')
  const own = rule.unit_price === null ? base.plus(rule.margin) : base
  const exact = perUnit(own.toFixed(), rule, question.unit)
  if (exact === null) return no('other_unit')
  const unit_price = exact.toDecimalPlaces(PRICE_DECIMALS)
  if (unit_price.lessThanOrEqualTo(0)) return no('not_above_zero')
  return { step: step('used'), unit_price: unit_price.toFixed(PRICE_DECIMALS) }
}

function postedAt(posted: readonly PostedPrice[], { at }: PriceMoment): PostedPrice | null {
  return posted
    .filter((item) => Date.parse(item.valid_from) <= Date.parse(at))
    .reduce<PostedPrice | null>(
      (last, item) => (last && Date.parse(last.valid_from) >= Date.parse(item.valid_from) ? last : item),
      null,
    )
}

function isTooOld(
  { valid_from }: PostedPrice,
  { max_posted_days }: CandidateRule,
  { at }: PriceMoment,
): boolean {
  return max_posted_days !== null && Date.parse(at) - Date.parse(valid_from) > max_posted_days * DAY_MS
}

/** Converts a quantity between units; null if the units differ and one of them is not a volume. */
function converted(quantity: string, from: PricedUnit, to: PricedUnit): Decimal | null {
  if (from.unit_id === to.unit_id) return new Exact(quantity)
  if (from.litres === null || to.litres === null) return null
  return new Exact(quantity).times(from.litres).dividedBy(to.litres)
}

/** Converts a price between units without rounding; null if the units differ and one of them is not a volume. */
function perUnit(price: string, from: PricedUnit, to: PricedUnit): Decimal | null {
  return converted(price, to, from)
}
