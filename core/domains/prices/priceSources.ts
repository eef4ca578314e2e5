/** Levels of price rules; an earlier one wins. */
export const RULE_LEVELS = ['agreement', 'place', 'class', 'price_list'] as const
export type RuleLevel = (typeof RULE_LEVELS)[number]

/** Sources of a price, in the order in which they are tried. A price entered by a person (`by_hand`) overrules all of them. */
export const FOUND_SOURCES = [...RULE_LEVELS, 'last_price', 'list_price'] as const
export type FoundSource = (typeof FOUND_SOURCES)[number]

/** Why the applicable rule has no price. The line stays unpriced: no later source replaces the rule. */
export const PRICE_PROBLEMS = [
  'no_posted_price',
  'posted_too_old',
  'other_currency',
  'not_above_zero',
] as const
export type PriceProblem = (typeof PRICE_PROBLEMS)[number]
