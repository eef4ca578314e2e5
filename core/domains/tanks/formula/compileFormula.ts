import { itemAt } from '#core/platform/lists/itemAt.ts'
import { FormulaError } from './FormulaError.ts'
import { formulaConstants, formulaFunctions } from './formulaFunctions.ts'
import { formulaTokens, type Token } from './formulaTokens.ts'

/**
 * Variables of a formula: height of the liquid and dimensions of the tank in mm (0 = not used), and radii of a head's dish and
 * knuckle (0 = as in its standard).
 */
export interface FormulaVariables {
  h: number
  D: number
  L: number
  W: number
  H: number
  dish?: number
  knuckle?: number
}

export interface CompiledFormula {
  source: string
  /** The variables that it uses. */
  uses: ReadonlySet<keyof FormulaVariables>
  /** The formula's value, always finite; throws FormulaError `not_finite` otherwise. */
  evaluate(variables: FormulaVariables): number
}

export const LONGEST_FORMULA = 255
const DEEPEST = 32
const MAX_NODES = 200

type Evaluate = (variables: FormulaVariables) => number
/** Builds one closure from an operation and its two sides: one call less per reading than with plain functions. */
type Operation = (left: Evaluate, right: Evaluate) => Evaluate

/** Operators from loosest to tightest; power and signs bind tighter and are parsed separately. */
const COMPARISONS = new Map<string, Operation>([
  ['<', (a, b) => (values) => Number(a(values) < b(values))],
  ['<=', (a, b) => (values) => Number(a(values) <= b(values))],
  ['>', (a, b) => (values) => Number(a(values) > b(values))],
  ['>=', (a, b) => (values) => Number(a(values) >= b(values))],
  ['==', (a, b) => (values) => Number(a(values) === b(values))],
  ['!=', (a, b) => (values) => Number(a(values) !== b(values))],
])
const SUMS = new Map<string, Operation>([
  ['+', (a, b) => (values) => a(values) + b(values)],
  ['-', (a, b) => (values) => a(values) - b(values)],
])
const PRODUCTS = new Map<string, Operation>([
  ['*', (a, b) => (values) => a(values) * b(values)],
  ['/', (a, b) => (values) => a(values) / b(values)],
  ['%', (a, b) => (values) => a(values) % b(values)],
])

const VARIABLES: ReadonlyMap<string, { name: keyof FormulaVariables; read: Evaluate }> = new Map([
  ['h', { name: 'h', read: (values: FormulaVariables) => values.h }],
  ['D', { name: 'D', read: (values: FormulaVariables) => values.D }],
  ['L', { name: 'L', read: (values: FormulaVariables) => values.L }],
  ['W', { name: 'W', read: (values: FormulaVariables) => values.W }],
  ['H', { name: 'H', read: (values: FormulaVariables) => values.H }],
  ['dish', { name: 'dish', read: (values: FormulaVariables) => values.dish ?? 0 }],
  ['knuckle', { name: 'knuckle', read: (values: FormulaVariables) => values.knuckle ?? 0 }],
])

/**
 * Compiles a tank type's formula to closures over a fixed list of names, never with eval. There are no loops, and length, depth
 * and node count are bounded, so an evaluation has a bounded cost. Every step must be finite, so that a division by zero cannot
 * hide in a branch or a `min`. `^` binds tightest and to the right, -2^2 is -4; comparisons give 1 or 0 and do not chain.
 * Throws FormulaError.
 */
export function compileFormula(source: string): CompiledFormula {
  if (source.length > LONGEST_FORMULA) throw new FormulaError('too_long', LONGEST_FORMULA)
  if (source.trim() === '') throw new FormulaError('empty', 0)
  const parser = new FormulaParser(formulaTokens(source))
  const evaluate = parser.whole()
  return { source, uses: parser.uses, evaluate }
}

class FormulaParser {
  readonly uses = new Set<keyof FormulaVariables>()
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0
  #nodes = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Evaluate {
    const evaluate = this.#choice()
    if (this.#token.kind !== 'end') this.#fail('syntax')
    return this.#finite(evaluate, 0)
  }

  /** condition ? then : otherwise; nested at most DEEPEST deep, as all recursion passes here. */
  #choice(): Evaluate {
    this.#enter()
    const condition = this.#comparison()
    if (!this.#accept('?')) return this.#leave(condition)
    const then = this.#choice()
    this.#expect(':')
    const otherwise = this.#choice()
    return this.#leave((values) => (condition(values) !== 0 ? then(values) : otherwise(values)))
  }

  #comparison(): Evaluate {
    const left = this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed()))
    const operation = this.#operation(COMPARISONS)
    if (!operation) return left
    const right = this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed()))
    return operation(left, right)
  }

  #chain(operations: ReadonlyMap<string, Operation>, part: () => Evaluate): Evaluate {
    let left = part()
    for (;;) {
      const { position } = this.#token
      const operation = this.#operation(operations)
      if (!operation) return left
      left = this.#finite(operation(left, part()), position)
    }
  }

  #signed(): Evaluate {
    this.#enter()
    if (this.#accept('-')) {
      const part = this.#signed()
      return this.#leave((values) => -part(values))
    }
    if (this.#accept('+')) return this.#leave(this.#signed())
    return this.#leave(this.#power())
  }

  #power(): Evaluate {
    const base = this.#single()
    const { position } = this.#token
    if (!this.#accept('^')) return base
    const power = this.#signed()
    return this.#finite((values) => base(values) ** power(values), position)
  }

  #single(): Evaluate {
    const token = this.#token
    this.#next += 1
    this.#count(token.position)
    if (token.kind === 'number') return () => token.value
    if (token.kind === 'name') return this.#named(token.text, token.position)
    if (token.kind !== 'sign' || token.text !== '(') throw new FormulaError('syntax', token.position)
    const inner = this.#choice()
    this.#expect(')')
    return inner
  }

  #named(name: string, position: number): Evaluate {
    const called = formulaFunctions.get(name)
    if (called) {
      const args = this.#args()
      if (args.length < called.least || args.length > called.most) {
        throw new FormulaError('wrong_arguments', position)
      }
      return this.#finite(callOf(called.call, args), position)
    }
    const constant = formulaConstants.get(name)
    if (constant !== undefined) return () => constant
    const variable = VARIABLES.get(name)
    if (!variable) throw new FormulaError('unknown_name', position)
    this.uses.add(variable.name)
    return variable.read
  }

  #args(): Evaluate[] {
    this.#expect('(')
    if (this.#accept(')')) return []
    const args = [this.#choice()]
    while (this.#accept(',')) args.push(this.#choice())
    this.#expect(')')
    return args
  }

  #finite(evaluate: Evaluate, position: number): Evaluate {
    return (values) => {
      const value = evaluate(values)
      if (!Number.isFinite(value)) throw new FormulaError('not_finite', position)
      return value
    }
  }

  get #token(): Token {
    return itemAt(this.#tokens, Math.min(this.#next, this.#tokens.length - 1))
  }

  #operation(operations: ReadonlyMap<string, Operation>): Operation | undefined {
    const token = this.#token
    const operation = token.kind === 'sign' ? operations.get(token.text) : undefined
    if (operation) {
      this.#next += 1
      this.#count(token.position)
    }
    return operation
  }

  #accept(sign: string): boolean {
    const token = this.#token
    if (token.kind !== 'sign' || token.text !== sign) return false
    this.#next += 1
    return true
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) this.#fail('syntax')
  }

  #count(position: number): void {
    this.#nodes += 1
    if (this.#nodes > MAX_NODES) throw new FormulaError('too_complex', position)
  }

  #enter(): void {
    this.#depth += 1
    // Every nesting level passes a choice and a sign.
    if (this.#depth > 2 * DEEPEST) this.#fail('too_deep')
  }

  #leave(evaluate: Evaluate): Evaluate {
    this.#depth -= 1
    return evaluate
  }

  #fail(reason: 'syntax' | 'too_deep'): never {
    throw new FormulaError(reason, this.#token.position)
  }
}

/** A call with separate arguments: an array would be allocated for every height of every reading. */
function callOf(call: (...args: number[]) => number, [first, second, third, ...rest]: Evaluate[]): Evaluate {
  if (!first) return () => call()
  if (!second) return (values) => call(first(values))
  if (!third) return (values) => call(first(values), second(values))
  if (rest.length === 0) return (values) => call(first(values), second(values), third(values))
  return (values) => call(first(values), second(values), third(values), ...rest.map((each) => each(values)))
}
