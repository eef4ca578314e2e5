import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { Option } from '#web/resources/useOptions.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** What screens know of a kind of field. Its input, which only forms need, stands in `form/fieldInputs.tsx`. */
export interface WebKind<F extends Field> {
  /** A value as it stands in lists: in words, with its unit. */
  Cell(props: CellProps<F>): ReactNode
  /** The same where it is told what became of what. */
  Change?(props: { value: unknown }): ReactNode
  /** A state of its record: never left out of what is said first of it. */
  isState?: true
  /** No column of a list can show it. */
  hasNoColumn?: true
  /** Its input needs the whole width of a form. */
  isWide?(field: F): boolean
  /** What a filter can be set to. */
  filterChoices?(of: { resource: Resource; name: string; field: F }, t: TFunction): Option[]
  /** A saved value as its input shows it. */
  inputValue?(value: unknown): unknown
  /** What an input holds that nobody has touched. */
  empty?: unknown
  /** What a typed text means. */
  typedValue?(text: string): unknown
}

export interface CellProps<F extends Field> {
  resource: Resource
  name: string
  field: F
  record: AnyRecord
  value: unknown
}
