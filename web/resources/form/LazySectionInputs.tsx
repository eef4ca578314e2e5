import { Skeleton } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { SectionInputsProps } from './SectionInputs.tsx'

let loaded: ComponentType<SectionInputsProps> | undefined

/** Fetches the inputs of forms: a record that is only read does without them. */
export async function loadInputs(): Promise<ComponentType<SectionInputsProps>> {
  loaded ??= (await import('./SectionInputs.tsx')).SectionInputs
  return loaded
}

const Fetched = lazyPart(loadInputs)

/** The inputs of a part of a record, in the place of its values at once if they were fetched before. */
export function LazySectionInputs(props: SectionInputsProps) {
  const [Inputs] = useState(() => loaded ?? Fetched)
  return (
    <Suspense fallback={<Skeleton h={60} />}>
      <Inputs {...props} />
    </Suspense>
  )
}
