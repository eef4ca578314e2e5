import type { ChangesField } from '#core/resources/kinds/changes.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const changes: WebKind<ChangesField> = anyList
