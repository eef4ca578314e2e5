import { Text, type TextProps } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from './Hint.tsx'

interface AgeProps extends TextProps {
  at: string | number | null | undefined
}

/** A relative time; the exact time as a tooltip. */
export function RelativeTime({ at, ...rest }: AgeProps) {
  const { t } = useTranslation()
  const { age, instant } = useFormat()
  const now = useNow()
  if (at == null)
    return (
      <Text span inherit={rest.size === undefined} {...rest}>
        {t('telemetry.never')}
      </Text>
    )
  return (
    <Hint label={() => instant(at)}>
      <Text span inherit={rest.size === undefined} {...rest}>
        <time dateTime={new Date(at).toISOString()}>{age(at, now)}</time>
      </Text>
    </Hint>
  )
}
