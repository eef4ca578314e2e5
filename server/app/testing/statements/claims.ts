import { createHash } from 'node:crypto'

/** What a type says of a value, as far as a value can be held to it. */
export type Shape =
  | 'any'
  | {
      /** What it may be; several for a union. */
      kinds: readonly Kind[]
      /** The only texts and numbers that it may be, where the type names them. */
      values?: readonly (string | number)[]
      /** Of an object that may be. */
      fields?: Fields
      /** Of an array that may be. */
      items?: Shape
    }

export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'bytes' | 'object'

export type Fields = Readonly<Record<string, { shape: Shape; optional?: true }>>

/** What a statement in the code says of its rows. */
export interface Claim {
  /** File and line. */
  at: string
  /** The text between what it puts in. */
  fragments: readonly string[]
  /** The type of a row; of a fragment that stands for one value, the type of the value. */
  row: Shape
}

/** What stays of a claim while the lines around it move: its file, and a digest of its text. */
export function idOf({ at, fragments }: Claim): string {
  const digest = createHash('sha256').update(keyOf(fragments)).digest('hex')
  return `${at.split(':')[0]} ${digest.slice(0, 12)}`
}

/** The name of a statement: its text between what it puts in. */
export function keyOf(fragments: readonly string[]): string {
  return fragments.join('\u0000')
}
