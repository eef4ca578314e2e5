import type { StrappingField } from '#core/resources/kinds/strapping.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const strapping: WebKind<StrappingField> = anyList
