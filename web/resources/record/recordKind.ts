import type { ReactNode } from 'react'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
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
  /** Rarely opened: it is in a menu after the others. */
  isRare?: true
  /** Who sees it; by default everyone who sees the record. */
  isFor?(may: (permission: Permission) => boolean, record: T): boolean
}

/** How the screen of one record differs from the standard: form and history. */
export interface RecordKind<T = AnyRecord> {
  /** The definition for the form of a new record, if it has more fields. */
  asNew?: Resource
  /** Initial values of a new record that depend on the user. */
  begins?: (user: CurrentUser) => AnyRecord
  /** The definition for the first tab, if other tabs have the rest of the fields. */
  asDetails?: Resource
  /** Between the form and the history. */
  tabs?: readonly RecordTab<T>[]
  /** What the record is called, where that is not the title of its definition. */
  titleOf?(record: T): string | undefined
  /** Above the tabs: identifies the record. By default, for a kind with statuses: its status and steps. */
  Header?: Part<{ record: T }>
  /** The first tab, before the form: what the record is opened for. */
  Overview?: Part<{ record: T }>
  /** The history is rarely opened: it is in the menu after the other tabs. */
  hasRareHistory?: true
  /** The main facts above the tabs: who, how much, when. By default the columns of its list. */
  facts?: readonly string[]
  /** Fields that are of use while editing only, or that other parts of the page say. */
  unread?: readonly string[]
  /** What is read of a section in place of its fields, by the name of the section. */
  readAs?: Readonly<Record<string, Part<{ record: T }>>>
  /** Rarely needed fields of a new record: shown on demand, or if one has an error. */
  seldom?: readonly string[]
  /** Below the form. */
  Below?: Part<{ record: T }>
  /** Next to the form, if there is room. */
  Aside?: Part<{ record: T }>
  /** Inside the form, after its first section: what is edited besides the fields. */
  Inside?: Part<EmbeddedProps<T>>
  /** Fields with an input other than the one of their kind. */
  inputs?: Readonly<Record<string, Part<FieldInputProps>>>
  /** Whether a record cannot be deleted now. */
  isProtected?(record: T): boolean
  /** Differences by login type. */
  forReader?: (loginType: LoginType) => Omit<RecordKind<T>, 'forReader'>
  /** Fields that this reader may not change, although they may change others. */
  readOnly?: readonly string[]
  /** Why the record cannot be changed now, as a text key; a final status always locks it. */
  lockOf?(record: T): string | undefined
  /** The fields that can be changed although it is locked, in addition to user-defined ones. */
  openOf?(record: T): readonly string[] | undefined
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
  /** The edit button for its heading, unless it is being edited or read-only; called with the name of what it edits. */
  editButton: ((what: string) => ReactNode) | undefined
}
