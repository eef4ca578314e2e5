import type { ReferencesField } from '#core/resources/kinds/references.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const references: WebKind<ReferencesField> = anyList
