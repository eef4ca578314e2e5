import { Badge, ColorSwatch, Group, Text } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { countryName, countryOfId } from '#core/platform/countries.ts'
import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { MoneyText } from './MoneyText.tsx'
import { useOptionList } from './useOptionList.ts'

interface FieldTextProps {
  resource: Resource
  name: string
  record: AnyRecord
}

/** A field's value as it stands in lists: in words, with its unit, times by their age. */
export function FieldText({ resource, name, record }: FieldTextProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const field: Field = resource.fields[name]!
  const value = record[name]
  if (field.kind === 'reference') return <bdi>{String(record[titleKey(name)] ?? '')}</bdi>
  if (value === null || value === undefined || value === '') return null
  switch (field.kind) {
    case 'flag':
      if (field.past) {
        const label = t(`records.${resource.name}.fields.${name}`)
        return value === 1 ? <Badge color="urgent">{label}</Badge> : null
      }
      return value === 1 ? (
        <IconCheck size={18} aria-label={t('yes')} />
      ) : (
        <IconMinus size={18} aria-label={t('no')} color="var(--mantine-color-dimmed)" />
      )
    case 'choice':
      return (
        <Badge color="gray" miw="max-content">
          {t(`records.${resource.name}.choices.${name}.${value}`, String(value))}
        </Badge>
      )
    case 'money':
      return <MoneyText amount={String(value)} currency_id={record[currencyKeyOf(resource, name)]} />
    case 'decimal':
      return <>{format.quantity(Number(value), field.unit, field.unit ? undefined : field.scale)}</>
    case 'integer':
      if (field.country) return <CountryText id={Number(value)} />
      return <>{format.quantity(Number(value), field.unit)}</>
    case 'option':
      return <OptionText list={field.list} value={String(value)} />
    case 'date':
      return <>{format.date(String(value))}</>
    case 'instant':
      return <RelativeTime at={String(value)} />
    default:
      if (field.kind === 'text' && field.format === 'piped')
        return (
          <>
            {String(value)
              .split('|')
              .map((item) => t(`records.${resource.name}.suggestions.${name}.${item}`, item))
              .join(', ')}
          </>
        )
      return field.kind === 'text' && field.format === 'color' ? (
        <Group gap="xs" wrap="nowrap">
          <ColorSwatch color={String(value)} size={16} aria-hidden />
          {String(value)}
        </Group>
      ) : (
        <Text span inherit lineClamp={2}>
          <bdi>{String(value)}</bdi>
        </Text>
      )
  }
}

/** A country by its name in the user's language. */
function CountryText({ id }: { id: number }) {
  const { i18n } = useTranslation()
  const country = countryOfId(id)
  return <>{country ? countryName(country, i18n.language) : id}</>
}

/** What was chosen from a list that people keep, by its name there. */
function OptionText({ list, value }: { list: string; value: string }) {
  const { data } = useOptionList(list)
  return <>{data?.find((one) => one.value === value)?.label ?? value}</>
}
