import type { ChoiceField } from '#core/resources/kinds/choice.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StatusBadge } from './StatusBadge.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const choice: WebKind<ChoiceField> = {
  Cell: ChoiceCell,
  filterChoices: ({ resource, name, field, statusWord }, t) => {
    const standard = String(resource.filters[name] ?? '')
    const values = field.of.map(String)
    return [
      // A default such as "active" covers several values.
      ...(standard === '' || values.includes(standard)
        ? []
        : [{ value: standard, label: t(`resources.filter_values.${standard}`) }]),
      ...field.of
        .map((one) => [one, String(one)] as const)
        .map(([one, value]) => ({
          value,
          label:
            resource.statuses?.field === name
              ? statusWord(one)
              : t(`records.${resource.name}.choices.${name}.${value}`, value),
        })),
    ]
  },
}

function ChoiceCell({ resource, name, value, record }: CellProps<ChoiceField>) {
  const { t } = useTranslation()
  if (resource.statuses?.field === name) return <StatusBadge {...{ resource, value, record }} />
  return <>{t(`records.${resource.name}.choices.${name}.${value}`, String(value))}</>
}
