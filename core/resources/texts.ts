import type { Resource } from './definition.ts'
import type { Fields } from './field.ts'

/** A field of a closed list: its values have texts. */
type Closed = { of: readonly string[] | readonly number[] }
type ChoiceNames<F extends Fields> = { [K in keyof F]: F[K] extends Closed ? K : never }[keyof F]
type Sections<R extends Resource> = R extends { form: readonly { section: infer S extends string }[] }
  ? S
  : never

/** Every text that a person reads about a kind of record; one that is missing does not compile. */
export interface ResourceTexts<R extends Resource> {
  /** Title of the list: "Devices". */
  label: string
  /** Name of one record: "Device". */
  single: string
  fields: { [K in keyof R['fields']]: string }
  choices: {
    [K in ChoiceNames<R['fields']>]: R['fields'][K] extends Closed
      ? { [V in R['fields'][K]['of'][number]]: string }
      : never
  }
  /** The items that a list of words usually has. */
  suggestions?: { [K in keyof R['fields']]?: { [item: string]: string } }
  sections: { [S in Sections<R>]: string }
  /** Statuses with another label for a type of record, by the value of the field that the steps depend on. */
  office_words?: { [kind: string]: { [status: string]: string } }
  /**
   * Plain labels of the statuses, for customers who take no steps: by the value of the field that the steps depend on, and `all` for
   * the others.
   */
  customer_words?: { [kind: string]: { [status: string]: string } }
  /** A sentence below a field where people err. */
  help?: { [K in keyof R['fields']]?: string }
}
