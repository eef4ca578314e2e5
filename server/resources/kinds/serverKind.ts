import type { RawBuilder } from 'kysely'
import type { CurrencyMarks } from '#core/platform/numbers/money.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { Reading } from '#core/resources/imports/reading.ts'
import type { Actor, Context } from '#server/platform/context.ts'

/** The server's part of a field kind: its column, its text, and how files are written and read. */
export interface ServerKind<F extends Field> {
  /** The PostgreSQL type of its column. */
  column(field: F): string
  /** The type to which a user-defined value is cast; text by default. */
  cast?(field: F): RawBuilder<unknown>
  /** Its SQL expression where it has no column of its own. */
  sql?(alias: string, field: F): RawBuilder<unknown>
  /** Its value as SQL text in the format of the wire, if PostgreSQL's own text differs. */
  wireText?(value: RawBuilder<unknown>): RawBuilder<string | null>
  /** A value in the form of its column. */
  columnValue?(value: unknown): unknown
  /** Refuses a value that only the database can check. @throws Refusal */
  refuse?(context: Context, name: string, field: F, value: unknown): Promise<void>
  /** A value as text for print, without its unit. */
  text(value: unknown, shown: DisplayedValue<F>): string
  /** The texts of repeated values in files: an import accepts the same ones. */
  valueTexts?(of: FieldOf<F>, language: string): ReadonlyMap<unknown, string>
  /** A file has the same text as print. */
  isExportedAsText?(field: F): boolean
  /** A cell of a file cannot hold it. */
  hasNoCell?: true
  /** A cell's value in the API's format. A value that cannot be parsed is not changed: validation then refuses it. */
  cellValue?(cell: string, of: FieldOf<F>, reading: Reading): unknown
  /** Its name in the public dictionary, if another one. */
  dictionaryName?: string
  /** The rules in the public dictionary in addition to its lengths. */
  rules?(field: F): string | undefined
}

/** A field of a kind of record. */
export interface FieldOf<F extends Field> {
  resource: Resource
  name: string
  field: F
}

/** A value that is shown to a reader, with its context. */
export interface DisplayedValue<F extends Field> extends FieldOf<F> {
  actor: Actor
  row: Readonly<Record<string, unknown>>
  /** The format of its currency, if known. */
  marks: () => CurrencyMarks | undefined
  /** A kind of record by its name, with user-defined fields. */
  kindNamed: (name: string) => Resource | undefined
  /** The label of a field. */
  labelOf: (resource: Resource, name: string) => string
  /** The text of another value for the same reader. */
  textOf: (resource: Resource, name: string, row: Readonly<Record<string, unknown>>) => string
}
