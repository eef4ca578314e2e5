import { createHash } from 'node:crypto'

/** Claims of a type about a value, as far as they can be checked. */
export type Shape =
  | 'any'
  | {
      /** The possible kinds; several for a union. */
      kinds: readonly Kind[]
      /** The only possible texts and numbers, where the type names them. */
      values?: readonly (string | number)[]
      /** Fields of a possible object. */
      fields?: Fields
      /** Shape of the items of a possible array. */
      items?: Shape
    }

export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'bytes' | 'object'

export type Fields = Readonly<Record<string, { shape: Shape; optional?: true }>>

/** Claims of a statement in the code about its rows. */
export interface Claim {
  /** File and line. */
  at: string
  /** The text between its parameters. */
  fragments: readonly string[]
  /** The type of a row; for a fragment that is one value, the type of the value. */
  row: Shape
}

/** An id of a claim that survives moved lines: its file, and a digest of its text. */
export function idOf({ at, fragments }: Claim): string {
  const digest = createHash('sha256').update(keyOf(fragments)).digest('hex')
  return `${at.split(':')[0]} ${digest.slice(0, 12)}`
}

/** The name of a statement: its text between its parameters. */
export function keyOf(fragments: readonly string[]): string {
  return fragments.join('\u0000')
}
