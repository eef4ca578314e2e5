import type { ChoicesField } from '#core/resources/kinds/choices.ts'
import { translate } from '#server/platform/translate.ts'
import { anyList, listInCell } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const choices: ServerKind<ChoicesField> = {
  ...anyList,
  text: (value, { actor, resource, name }) =>
    (value as string[])
      .map((one) => translate(actor.language, `records.${resource.name}.choices.${name}.${one}`))
      .join(', '),
  cellValue: listInCell,
}
