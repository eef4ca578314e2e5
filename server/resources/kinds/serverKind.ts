import type { RawBuilder } from 'kysely'
import type { CurrencyMarks } from '#core/platform/money.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { Reading } from '#core/resources/imports/reading.ts'
import type { Actor, Context } from '#server/platform/context.ts'

/** What the server alone knows of a kind of field: its column, how it is told, and how files are written and read. */
export interface ServerKind<F extends Field> {
  /** The type of its column, in PostgreSQL's words. */
  column(field: F): string
  /** The type that a value is read as which an installation has added; without it, text. */
  cast?(field: F): RawBuilder<unknown>
  /** What stands for it in SQL where it has no column of its own. */
  sql?(alias: string, field: F): RawBuilder<unknown>
  /** A value as its column takes it. */
  columnValue?(value: unknown): unknown
  /** Refuses a value that the database alone can judge. @throws Refusal */
  refuse?(context: Context, name: string, field: F, value: unknown): Promise<void>
  /** A value as a person reads it on paper, without its unit. */
  text(value: unknown, told: ToldValue<F>): string
  /** What stands in a file for the values that come again and again: an import understands the same words. */
  words?(of: FieldOf<F>, language: string): ReadonlyMap<unknown, string>
  /** In a file it stands as on paper. */
  isExportedAsText?: true
  /** No cell of a file can hold it. */
  hasNoCell?: true
  /** What a cell says, as the wire has it. What cannot be read stays as it is: the check then says what is wrong. */
  cellValue?(cell: string, of: FieldOf<F>, reading: Reading): unknown
  /** What the public dictionary calls it, where that is not its name. */
  toldAs?: string
  /** The rules that the public dictionary tells of it beside its lengths. */
  rules?(field: F): string | undefined
}

/** A field of a kind of record. */
export interface FieldOf<F extends Field> {
  resource: Resource
  name: string
  field: F
}

/** What belongs to a value that is told to somebody. */
export interface ToldValue<F extends Field> extends FieldOf<F> {
  actor: Actor
  row: Readonly<Record<string, unknown>>
  /** How its currency is written, as far as that is known. */
  marks: () => CurrencyMarks | undefined
  /** A kind of record by its name, with the fields that the installation has added. */
  kindNamed: (name: string) => Resource | undefined
  /** What a field is called. */
  labelOf: (resource: Resource, name: string) => string
  /** Another value as it is told to the same reader. */
  textOf: (resource: Resource, name: string, row: Readonly<Record<string, unknown>>) => string
}
