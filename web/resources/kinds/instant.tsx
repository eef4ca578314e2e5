import type { InstantField } from '#core/resources/kinds/instant.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { WebKind } from './webKind.ts'

export const instant: WebKind<InstantField> = {
  Cell: InstantCell,
  Change: InstantChange,
}

function InstantCell({ value }: { value: unknown }) {
  return <RelativeTime at={String(value)} />
}

function InstantChange({ value }: { value: unknown }) {
  return <span>{useFormat().instant(String(value))}</span>
}
