import type { ReactNode } from 'react'
import type { Permission } from '#core/platform/modules.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** A component of one kind of record. As a method, so that a part typed by its kind fits where the kind is known at run time only. */
type Part<P> = { render(props: P): ReactNode }['render']

/** A tab of a record's screen besides its form and its history. */
export interface RecordTab<T = AnyRecord> {
  /** Its name in the address. */
  name: string
  /** The text key of its title. */
  text: string
  Panel: Part<{ record: T }>
  /** Before the form: the content that the record is mostly opened for. */
  isFirst?: true
  /** Rarely opened: it is in a menu after the others, and the history too. */
  isRare?: true
  /** Who sees it; by default everyone who sees the record. */
  isFor?(may: (permission: Permission) => boolean, record: T): boolean
}

/** The tab that a record is opened for, if its form is not. */
export function overviewTab<T = AnyRecord>(Panel: RecordTab<T>['Panel']): RecordTab<T> {
  return { name: 'overview', text: 'resources.overview', Panel, isFirst: true }
}

/** How the screen of one record differs from the standard: form and history. */
export interface RecordKind<T = AnyRecord> {
  /** Another definition for its form: a new record may have more fields, and other tabs may hold some fields of a stored one. */
  formOf?(isNew: boolean): Resource | undefined
  /** Between the form and the history, unless `isFirst`. */
  tabs?: readonly RecordTab<T>[]
  /** The name of the record, if it is not the title of its definition. */
  titleOf?(record: T): string | undefined
  /** Above the tabs: identifies the record. By default, for a kind with statuses: its status and steps. */
  Header?: Part<{ record: T }>
  /** The main facts above the tabs: who, how much, when. By default the columns of its list. */
  facts?: readonly string[]
  /**
   * How parts of the form are read, by name: a component in place of the fields of a section, null in place of a field that is of use
   * while editing only, or that another part of the page says.
   */
  readAs?: Readonly<Record<string, Part<{ record: T }> | null>>
  /** Rarely needed fields of a new record: shown on demand, or if one has an error. */
  seldom?: readonly string[]
  /** Below the form. */
  Below?: Part<{ record: T }>
  /** Next to the form, if there is room. */
  Aside?: Part<{ record: T }>
  /** Inside the form, after its first section: inputs in addition to the fields. */
  Inside?: Part<EmbeddedProps<T>>
  /** Fields with an input other than the one of their kind. */
  inputs?: Readonly<Record<string, Part<FieldInputProps>>>
  /** What this reader cannot do with the record now; a final status always locks it. */
  lockOf?(record: T): RecordLock | undefined
}

export interface RecordLock {
  /** Why it cannot be changed, as a text key (empty: without a text); without a key, it can. */
  why?: string
  /** The fields that can still be changed; if there are any, so can the user-defined ones. */
  open?: readonly string[] | undefined
  /** Fields that cannot be changed although others can. */
  closed?: readonly string[]
  /** It cannot be deleted. */
  isPermanent?: boolean
}

export interface FieldInputProps<R extends Resource = Resource> {
  name: string
  form: RecordForm<R>
  isReadOnly: boolean
}

export interface EmbeddedProps<T = AnyRecord, R extends Resource = Resource> {
  form: RecordForm<R>
  /** Null for a new one. */
  record: T | null
  /** It is not being edited. */
  isReadOnly: boolean
  /** The edit button for its heading, unless it is being edited or read-only; called with the name of the edited part. */
  editButton: ((what: string) => ReactNode) | undefined
}
