import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Field } from '#core/resources/field.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import type { InputProps } from './inputProps.ts'

/** The input of a number, with its unit. */
export function MeasuredInput({
  shared,
  field: { unit },
  value,
  set,
  isWhole,
}: InputProps<Field> & { isWhole?: boolean }) {
  const { t } = useTranslation()
  return (
    <NumberField
      {...shared}
      {...{ value, isWhole }}
      onChange={set}
      {...(unit && {
        rightSection: (
          <Text size="xs" pe="xs">
            {t(`units.${unit}`)}
          </Text>
        ),
        rightSectionWidth: 56,
        rightSectionPointerEvents: 'none',
      })}
    />
  )
}
