import { useState } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isFinal } from '#core/resources/statuses/statuses.ts'
import { useFacts } from '#web/resources/record/RecordFacts.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import type { RecordForm } from './useRecordForm.ts'
import type { useResourceForm } from './useResourceForm.ts'

/** How a kind of record extends its form, and why it cannot be changed now. */
export type FormKind = Pick<RecordKind, 'Inside' | 'facts' | 'inputs' | 'lockOf' | 'readAs' | 'seldom'>

/** The part of a kind of record other than its fields, such as the lines of an order. */
const INSIDE = 'inside'

/** A part of a form by its name, with its fields. */
interface FormPart {
  section: string
  fields: readonly string[]
}

interface FormOf {
  resource: Resource
  record: AnyRecord | null
  kind: FormKind | undefined
  isPart: boolean | undefined
}

/** The parts of a form: which fields they show, which of them may be edited, and which are. */
export function useFormParts(of: FormOf, state: ReturnType<typeof useResourceForm>) {
  const { resource, record, kind, isPart } = of
  const { form, sections } = state
  const { lock, isFixed, closed } = lockOf(of)
  const [showsAll, setShowsAll] = useState(false)
  const isHidden = (name: string) =>
    record === null && !showsAll && kind?.seldom?.includes(name) === true && !(name in form.errors)
  const readAbove = useFacts(resource, isPart ? null : record, kind?.facts)
  const inside = { section: INSIDE, fields: state.shown.filter((name) => !isIn(sections, name)) }
  const all = kind?.Inside ? [...sections, inside] : sections
  const { open, ...steps } = useOpenSections(form, all, record === null)
  const mayEdit = ({ fields }: FormPart) => state.mayChange && (lock === undefined || !fields.every(isFixed))
  const isOpen = (part: FormPart) => mayEdit(part) && open.has(part.section)
  const fixed = state.shown.filter(isFixed)
  return {
    ...steps,
    ...{ lock, inside, isOpen },
    sections: sections.map((part) => ({
      ...part,
      fields: part.fields.filter((name) => !isHidden(name)),
      isOpen: isOpen(part),
      onEdit: mayEdit(part) ? () => steps.edit(part.section) : undefined,
    })),
    mayEditInside: mayEdit(inside) && !isOpen(inside),
    mayChange: all.some(mayEdit),
    isEditing: all.some(isOpen),
    unread: [...(isPart ? [] : titleFields(resource)), ...readAbove, ...unreadFields(kind)],
    readOnly: [...fixed, ...closed],
    hasHidden: sections.some(({ fields }) => fields.some(isHidden)),
    showAll: () => setShowsAll(true),
  }
}

/** The fields that the heading of a record says; a referenced record is shown again, as a link. */
function titleFields({ title, fields, naming: { calledBy } }: Resource): readonly string[] {
  return (calledBy ?? [title]).filter((name) => !isReference(fields[name]))
}

/** The fields that are not read. */
function unreadFields(kind: FormKind | undefined): readonly string[] {
  const readAs = Object.entries(kind?.readAs ?? {})
  return readAs.filter(([, part]) => part === null).map(([name]) => name)
}

/** Why a record is locked (being final is the best reason), and which fields cannot be changed then. */
function lockOf({ resource, record, kind }: FormOf) {
  const own = record ? kind?.lockOf?.(record) : undefined
  const lock = (record && lockOfFinal(resource, record)) ?? own?.why
  const opened = own?.open
  const isFixed = (name: string) =>
    lock !== undefined &&
    !(opened && (opened.includes(name) || resource.fields[name]?.isUserDefined === true))
  return { lock, isFixed, closed: own?.closed ?? [] }
}

/** A record in a final status is locked. */
function lockOfFinal({ statuses }: Resource, record: AnyRecord): string | undefined {
  return statuses && isFinal(statuses, record[statuses.field]) ? statuses.over : undefined
}

function isIn(sections: readonly { fields: readonly string[] }[], name: string): boolean {
  return sections.some(({ fields }) => fields.includes(name))
}

/**
 * Which parts of a record are being edited. A part opens on request, and automatically if it has changes or errors: from a
 * restored draft, or a field derived from another part. All parts of a new record are open.
 */
function useOpenSections(form: RecordForm, parts: readonly FormPart[], isNew: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const invalid = new Set(Object.keys(form.errors).map((name) => name.split('.')[0]))
  const isOpen = ({ section, fields }: FormPart) =>
    isNew ||
    opened.has(section) ||
    fields.some((name) => invalid.has(name) || form.values[name] !== form.first[name])
  const open = new Set(parts.filter(isOpen).map(({ section }) => section))
  return {
    open,
    edit: (section: string) => setOpened((before) => new Set([...before, section])),
    editAll: () => setOpened(new Set(parts.map(({ section }) => section))),
    close: () => setOpened(new Set()),
  }
}
