import { useState } from 'react'
import type { RecordForm } from './useRecordForm.ts'

/** A part of a form by its name, with its fields. */
export interface FormPart {
  section: string
  fields: readonly string[]
}

/**
 * Which parts of a record are being edited. A part opens on request, and automatically if it has changes or errors: from a
 * restored draft, or a field derived from another part. All parts of a new record are open.
 */
export function useOpenSections(form: RecordForm, parts: readonly FormPart[], isNew: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const wrong = new Set(Object.keys(form.errors).map((name) => name.split('.')[0]))
  const isOpen = ({ section, fields }: FormPart) =>
    isNew ||
    opened.has(section) ||
    fields.some((name) => wrong.has(name) || form.values[name] !== form.first[name])
  const open = new Set(parts.filter(isOpen).map(({ section }) => section))
  return {
    open,
    edit: (section: string) => setOpened((before) => new Set([...before, section])),
    editAll: () => setOpened(new Set(parts.map(({ section }) => section))),
    close: () => setOpened(new Set()),
  }
}
