import { Group, Paper, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { FieldValues, isWorthReading } from '#web/resources/record/FieldValues.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { EditButton } from './EditButton.tsx'
import styles from './FieldGrid.module.css'
import { LazySectionInputs } from './LazySectionInputs.tsx'
import type { RecordForm } from './useRecordForm.ts'

interface FormSectionProps {
  resource: Resource
  section: string
  title: string
  fields: readonly string[]
  form: RecordForm
  /** Null for a new one. */
  record: AnyRecord | null
  /** It is being edited; otherwise shown read-only. */
  isOpen: boolean
  /** Starts editing; undefined if not allowed. */
  onEdit: (() => void) | undefined
  inputs: RecordKind['inputs'] | undefined
  /** Fields that cannot be changed, although others can. */
  readOnly: readonly string[]
  /** Fields that the read-only view omits: among them those above the form. */
  unread: readonly string[]
  /** Text shown in place of the fields. */
  ReadAs: NonNullable<RecordKind['readAs']>[string] | undefined
}

/** A part of a record: its values, or their inputs while it is edited; without values, only the button that edits it. */
export function FormSection(props: FormSectionProps) {
  const { resource, section, title, fields, record, isOpen, onEdit, unread, ReadAs } = props
  const edit = useFocusAfterEdit(isOpen)
  const isFilledIn = isOpen || record === null
  const read = isFilledIn
    ? []
    : fields.filter((name) => !unread.includes(name) && isWorthReading(resource, name, record))
  if (isFilledIn && fields.length === 0) return null
  if (!isFilledIn && read.length === 0) {
    return (
      onEdit && (
        <div className={styles.empty}>
          <EditButton ref={edit} what={title} isAlone onEdit={onEdit} />
        </div>
      )
    )
  }
  return (
    <Paper
      p="md"
      className={ReadAs && !isFilledIn ? styles.half : styles.room}
      component="section"
      aria-labelledby={`section-${section}`}
    >
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} id={`section-${section}`}>
          {title}
        </Title>
        {!isOpen && onEdit && <EditButton ref={edit} what={title} onEdit={onEdit} />}
      </Group>
      <Contents {...props} read={isFilledIn ? null : read} />
    </Paper>
  )
}

/** The inputs of a part, or its values for reading. */
function Contents({ read, ...props }: FormSectionProps & { read: readonly string[] | null }) {
  const { resource, fields, form, record, inputs, isOpen, readOnly, ReadAs } = props
  return (
    <>
      {read === null || record === null ? (
        <LazySectionInputs
          {...{ resource, fields, form, inputs }}
          isReadOnly={(name) => !isOpen || readOnly.includes(name)}
          isEdit={record !== null}
        />
      ) : ReadAs ? (
        <ReadAs record={record} />
      ) : (
        <FieldValues resource={resource} names={read} record={record} />
      )}
    </>
  )
}

/** The button that edits a part; it takes the focus when the part closes. */
function useFocusAfterEdit(isOpen: boolean) {
  const edit = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Keyboard users continue at the button.
    const isLeft = document.activeElement === null || document.activeElement === document.body
    if (isLeft && !isOpen && wasOpen.current) edit.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return edit
}
