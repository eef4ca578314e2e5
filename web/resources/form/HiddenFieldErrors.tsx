import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { RecordForm } from './useRecordForm.ts'

interface UnshownErrorsProps {
  resource: Resource
  form: Pick<RecordForm, 'errors'>
  /** The fields that show their own errors. */
  shown: readonly string[]
}

/** Errors of fields that the form does not contain: otherwise a save would be refused without a message. */
export function HiddenFieldErrors({ resource, form, shown }: UnshownErrorsProps) {
  const { t } = useTranslation()
  const unshown = Object.entries(form.errors).filter(([name]) => !shown.includes(firstOf(name.split('.'))))
  if (unshown.length === 0) return null
  return (
    <Alert
      color="urgent"
      role="alert"
      icon={<IconAlertCircle size={18} aria-hidden />}
      title={t('resources.unshown_errors')}
    >
      <ul>
        {unshown.map(([name, message]) => (
          <li key={name}>
            {t(`records.${resource.name}.fields.${name}`, name)}: {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
