import type { ReactNode } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { RecordForm } from '../useRecordForm.ts'

/** Label, help, error and state, the same for every kind of field. */
export interface SharedProps {
  label: string
  description: string | undefined
  error: string | undefined
  withAsterisk: boolean
  disabled: boolean | undefined
  'data-field': string
}

/** The props of a field's input. `V` is the type of its value, if not a text or number. */
export interface InputProps<F extends Field, V = unknown> {
  shared: SharedProps
  resource: Resource
  name: string
  field: F
  form: RecordForm
  value: V
  set: (value: unknown) => void
  /** The kind of record that it refers to. */
  to: Resource | undefined
}

/** The input of a kind of field; a method type, so that a table of all kinds can be indexed by any field. */
export type FieldInput<F extends Field> = { input(props: InputProps<F>): ReactNode }['input']
