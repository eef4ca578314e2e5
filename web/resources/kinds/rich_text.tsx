import { lazy, Suspense } from 'react'
import type { RichTextField } from '#core/resources/kinds/rich_text.ts'
import { PlainCell } from './PlainCell.tsx'
import type { WebKind } from './webKind.ts'

const RichText = lazy(() => import('#web/ui/RichText.tsx').then((m) => ({ default: m.RichText })))

export const rich_text: WebKind<RichTextField> = {
  Cell: PlainCell,
  Value: ({ value }) => (
    <Suspense>
      <RichText html={String(value)} />
    </Suspense>
  ),
  isWide: () => true,
}
