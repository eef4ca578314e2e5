import { useEffect, useRef } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { FieldCell, FieldGrid } from './FieldGrid.tsx'
import { FieldInput } from './inputs/FieldInput.tsx'
import type { RecordForm } from './useRecordForm.ts'

export interface SectionInputsProps {
  resource: Resource
  fields: readonly string[]
  form: RecordForm
  inputs: RecordKind['inputs'] | undefined
  isReadOnly: (name: string) => boolean
  /** They replace values that were read. */
  isEdit: boolean
}

/** The inputs of a part of a record. */
export function SectionInputs({ resource, fields, form, inputs, isReadOnly, isEdit }: SectionInputsProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Keyboard users continue at the first input.
    const isLeft = document.activeElement === null || document.activeElement === document.body
    if (isEdit && isLeft) focusFirst(place.current)
  }, [isEdit])
  return (
    <FieldGrid ref={place}>
      {fields.map((name) => (
        <FieldCell key={name} field={resource.fields[name]}>
          <FieldInput {...{ resource, name, form, inputs }} isReadOnly={isReadOnly(name)} />
        </FieldCell>
      ))}
    </FieldGrid>
  )
}

function focusFirst(place: HTMLElement | null): void {
  place
    ?.querySelector<HTMLElement>(
      'input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)',
    )
    ?.focus()
}
