import type { ChoicesField } from '#core/resources/kinds/choices.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const choices: WebKind<ChoicesField> = anyList
