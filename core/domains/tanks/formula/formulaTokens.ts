import { FormulaError } from './FormulaError.ts'

export type Token =
  | { kind: 'number'; value: number; position: number }
  | { kind: 'name' | 'sign' | 'end'; text: string; position: number }

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const SIGN = /<=|>=|==|!=|[-+*/^%()<>?:,]/y
const SPACE = /\s+/y

/** Splits a formula into numbers, names and signs; anything else is a syntax error at its position. */
export function formulaTokens(source: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = position
    return pattern.exec(source)?.[0] ?? null
  }
  while (position < source.length) {
    const space = take(SPACE)
    position += space?.length ?? 0
    if (position >= source.length) break
    const token = tokenAt(take, position)
    tokens.push(token.token)
    position += token.length
  }
  tokens.push({ kind: 'end', text: '', position: source.length })
  return tokens
}

function tokenAt(
  take: (pattern: RegExp) => string | null,
  position: number,
): { token: Token; length: number } {
  const digits = take(NUMBER)
  if (digits !== null) {
    const value = Number(digits)
    if (!Number.isFinite(value)) throw new FormulaError('not_finite', position)
    return { token: { kind: 'number', value, position }, length: digits.length }
  }
  const name = take(NAME)
  if (name !== null) return { token: { kind: 'name', text: name, position }, length: name.length }
  const sign = take(SIGN)
  if (sign !== null) return { token: { kind: 'sign', text: sign, position }, length: sign.length }
  throw new FormulaError('syntax', position)
}
