import { Group, SegmentedControl } from '@mantine/core'
import { textLanguage } from '#core/platform/texts/locales.ts'
import { changeLanguage, useLanguage } from '#web/platform/language.tsx'
import { setSignInPreferences, useSignInPreferences } from '#web/platform/session/signInPreferences.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Language and units, for users who would not understand the ones of their account. */
export function SignInPreferencesForm() {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { unit_of_measure } = useSignInPreferences()
  return (
    <Group justify="center" gap="xs">
      <SegmentedControl
        aria-label={t('login.language')}
        size="xs"
        value={textLanguage(language)}
        data={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
        onChange={(next) => {
          setSignInPreferences({ language: next })
          void changeLanguage(next)
        }}
      />
      <SegmentedControl
        aria-label={t('login.units')}
        size="xs"
        value={String(unit_of_measure ?? '')}
        data={[
          { value: '', label: t('login.units_own') },
          { value: '1', label: t('login.units_imperial') },
          { value: '2', label: t('login.units_metric') },
        ]}
        onChange={(next) =>
          setSignInPreferences({ unit_of_measure: next === '' ? undefined : next === '1' ? 1 : 2 })
        }
      />
    </Group>
  )
}
