import type { ComponentType, ReactNode } from 'react'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { CurrentUser } from '#web/platform/currentUser.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

/** A part of a record's screen beside its form and its history. */
export interface RecordTab {
  /** Its name in the address. */
  name: string
  /** The key of its title. */
  text: string
  Panel: ComponentType<{ record: AnyRecord }>
  /** Seldom opened: it stands in a menu behind the others. */
  isRare?: true
  /** For whom it is there; without it: for whoever sees the record. */
  isFor?: (may: (permission: Permission) => boolean, record: AnyRecord) => boolean
}

/** How the screen of one record differs from the standard: form and history. */
export interface RecordKind {
  /** What the form of a new one asks for, where that is more than the definition of the kind has. */
  asNew?: Resource
  /** What a new one begins with, where that follows from who makes it. */
  begins?: (user: CurrentUser) => AnyRecord
  /** The definition with what its first part shows of the form, where other parts show the rest. */
  asDetails?: Resource
  /** Between the form and the history. */
  tabs?: readonly RecordTab[]
  /** Above the parts: what one knows the record by. Without it, of a kind with statuses: its status and the steps. */
  Header?: ComponentType<{ record: AnyRecord }>
  /** The first part: what one opens the record for, before its form. */
  Overview?: ComponentType<{ record: AnyRecord }>
  /** The history is opened seldom: it stands in the menu behind the other parts. */
  hasRareHistory?: true
  /** The fields that stand above its parts: who, how much, when. Without it: the columns of its list. */
  facts?: readonly string[]
  /** Fields that few new records need: their form shows them on demand, or where something is wrong with one. */
  seldom?: readonly string[]
  /** Below the form. */
  Below?: ComponentType<{ record: AnyRecord }>
  /** Beside the form, where there is room. */
  Aside?: ComponentType<{ record: AnyRecord }>
  /** Inside the form, after its first section: what one edits beside the fields. */
  Inside?: ComponentType<EmbeddedProps>
  /** Fields whose input is not the one of their kind. */
  inputs?: Readonly<Record<string, ComponentType<FieldInputProps>>>
  /** Tells of a record that it cannot be deleted as it is now. */
  isKept?: (record: AnyRecord) => boolean
  /** What differs for some who read it. */
  forReader?: (loginType: LoginType) => Omit<RecordKind, 'forReader'>
  /** Fields that this reader may not change, although others of the record. */
  readOnly?: readonly string[]
  /** Why the record cannot be changed now, as the key of a text; its final status is a reason in any case. */
  lockOf?: (record: AnyRecord) => string | undefined
  /** The fields that can be changed although it is locked; with them those that the installation added. */
  openOf?: (record: AnyRecord) => readonly string[] | undefined
}

export interface FieldInputProps {
  name: string
  form: RecordForm
  isReadOnly: boolean
}

export interface EmbeddedProps {
  form: RecordForm
  /** Nothing for a new one. */
  record: AnyRecord | null
  /** It is read, and not edited now. */
  isReadOnly: boolean
  /** Stands in its heading where it can be edited and is not now; it is told what it edits. */
  editButton: ((what: string) => ReactNode) | undefined
}
