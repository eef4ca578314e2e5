import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { Option } from '#web/resources/useOptions.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** The view of a kind of field on screens. Its input, which only forms need, is in `form/fieldInputs.tsx`. */
export interface WebKind<F extends Field> {
  /** A value in lists: as text, with its unit. */
  Cell(props: CellProps<F>): ReactNode
  /** A value in the history of changes. */
  Change?(props: { value: unknown }): ReactNode
  /** A state of its record: always part of a record's main facts. */
  isState?: true
  /** It cannot be a column of a list. */
  hasNoColumn?: true
  /** Its input needs the whole width of a form. */
  isWide?(field: F): boolean
  /** The choices of its filter. */
  filterChoices?(
    of: { resource: Resource; name: string; field: F; statusLabel: (value: unknown) => string },
    t: TFunction,
  ): Option[]
  /** The value of its input for a saved value. */
  inputValue?(value: unknown): unknown
  /** The initial value of its input. */
  empty?: unknown
  /** The value of a typed text. */
  typedValue?(text: string): unknown
}

export interface CellProps<F extends Field> {
  resource: Resource
  name: string
  field: F
  record: AnyRecord
  value: unknown
}
