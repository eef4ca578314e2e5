import { Text, TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '#core/resources/field.ts'
import type { InputProps } from './inputProps.ts'
import { writtenText } from './writtenText.ts'

interface TypedInputProps extends InputProps<Field> {
  /** What a phone's keyboard should offer; none of these types makes the browser complain by itself. */
  as?: {
    type?: HTMLInputTypeAttribute
    inputMode?: 'decimal' | 'numeric'
    spellCheck?: false
  }
}

/** The input of a field whose value is typed in one line. */
export function TypedInput({ shared, field, value, set, as }: TypedInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...shared}
      {...as}
      {...writtenText(value)}
      onChange={(event) => set(event.currentTarget.value)}
      {...(field.unit && {
        rightSection: (
          <Text size="xs" pe="xs">
            {t(`units.${field.unit}`)}
          </Text>
        ),
        rightSectionWidth: 56,
        rightSectionPointerEvents: 'none',
      })}
    />
  )
}
