import { useTranslation } from 'react-i18next'
import type { ChoicesField } from '#core/resources/kinds/choices.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const choices: WebKind<ChoicesField> = {
  ...anyList,
  Value: ({ resource, name, value }) => (
    <ChoicesValue of={`records.${resource.name}.choices.${name}`} value={value} />
  ),
}

function ChoicesValue({ of, value }: { of: string; value: unknown }) {
  const { t } = useTranslation()
  const chosen = Array.isArray(value) ? value : []
  return <span>{chosen.map((one) => t(`${of}.${one}`, String(one))).join(', ')}</span>
}
