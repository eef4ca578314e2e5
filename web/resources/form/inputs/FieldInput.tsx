import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import type { FieldInputProps, RecordKind } from '#web/resources/record/recordKind.ts'
import { targetOf } from '#web/resources/targetOf.ts'
import { RecordInput } from '../selects/RecordInput.tsx'

interface Props extends FieldInputProps {
  resource: Resource
  inputs: RecordKind['inputs']
}

/** The input of a field: a custom one of its kind of record, else the standard one. */
export function FieldInput({ resource, inputs, ...shared }: Props) {
  const Own = inputs?.[shared.name]
  if (!Own) return <RecordInput {...shared} resource={resource} to={targetOf(resource.fields[shared.name])} />
  return (
    <Suspense fallback={<Skeleton h={60} />}>
      <Own {...shared} />
    </Suspense>
  )
}
