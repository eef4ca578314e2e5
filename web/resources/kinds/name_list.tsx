import type { NameListField } from '#core/resources/kinds/name_list.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const name_list: WebKind<NameListField> = anyList
