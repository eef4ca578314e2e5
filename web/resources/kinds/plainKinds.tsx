import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type {
  ChoiceField,
  OptionField,
  PlainFields,
  ReferenceField,
} from '#core/resources/kinds/plainKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import type { Option } from '#web/resources/useOptions.ts'
import { PlainCell } from './PlainCell.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { useOptionList } from './useOptionList.ts'
import type { CellProps, WebKind } from './webKind.ts'

function FlagCell({ value }: { value: unknown }) {
  const { t } = useTranslation()
  return value === 1 ? (
    <IconCheck size={18} aria-label={t('yes')} />
  ) : (
    <IconMinus size={18} aria-label={t('no')} color="var(--mantine-color-dimmed)" />
  )
}

/** Yes or no as text. */
export function FlagChange({ value }: { value: unknown }) {
  const { t } = useTranslation()
  return <span>{t(value === 1 ? 'yes' : 'no')}</span>
}

/** The choices of a filter by yes or no. */
export function yesOrNo(t: TFunction): Option[] {
  return [
    { value: '1', label: t('yes') },
    { value: '0', label: t('no') },
  ]
}

function ChoiceCell({ resource, name, value, record }: CellProps<ChoiceField>) {
  const { t } = useTranslation()
  if (resource.statuses?.field === name) return <StatusBadge {...{ resource, value, record }} />
  return <>{t(`records.${resource.name}.choices.${name}.${value}`, String(value))}</>
}

function ReferenceCell({ name, record }: CellProps<ReferenceField>) {
  const referred = nameOfReference(record, name)
  return <PlainCell value={referred?.name ?? ''} more={referred?.code} />
}

/** A choice of a list that users maintain, by its name. */
function OptionCell({ field, value }: CellProps<OptionField>) {
  const { data } = useOptionList(field.list)
  return <>{data?.find((item) => item.value === value)?.label ?? String(value)}</>
}

/** The name of a record of which only the id is known. */
function NumberedChange({ value }: { value: unknown }) {
  return <span>{`#${value}`}</span>
}

export const plainKinds: { [K in keyof PlainFields]: WebKind<PlainFields[K]> } = {
  flag: {
    Cell: FlagCell,
    Change: FlagChange,
    empty: 0,
    filterChoices: (_, t) => yesOrNo(t),
  },
  choice: {
    Cell: ChoiceCell,
    filterChoices: ({ resource, name, field, statusLabel }, t) => {
      const standard = String(resource.filters[name] ?? '')
      const values = field.of.map(String)
      return [
        // A default such as "active" covers several values.
        ...(standard === '' || values.includes(standard)
          ? []
          : [{ value: standard, label: t(`resources.filter_values.${standard}`) }]),
        ...field.of
          .map((item) => [item, String(item)] as const)
          .map(([one, value]) => ({
            value,
            label:
              resource.statuses?.field === name
                ? statusLabel(one)
                : t(`records.${resource.name}.choices.${name}.${value}`, value),
          })),
      ]
    },
  },
  option: {
    Cell: OptionCell,
  },
  reference: {
    Cell: ReferenceCell,
    Change: NumberedChange,
  },
  phone: {
    Cell: PlainCell,
  },
  image: {
    Cell: PlainCell,
    Change: NumberedChange,
    hasNoColumn: true,
  },
  formula: {
    Cell: PlainCell,
    isWide: () => true,
  },
}
