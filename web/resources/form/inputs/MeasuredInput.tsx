import { Text } from '@mantine/core'
import type { Field } from '#core/resources/field.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
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
