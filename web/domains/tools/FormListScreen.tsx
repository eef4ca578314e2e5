import { Anchor, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { fillableForms, titleOf, useGeneratedForms } from './useGeneratedForms.ts'

/** The forms that the user may fill in, each with the kind of record that it creates. */
export function FormListScreen() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useGeneratedForms()
  const forms = fillableForms(data)
  return (
    <Stack>
      <div>
        <Title order={1}>{t('screens.forms')}</Title>
        <Text size="sm" c="dimmed">
          {t('tools.forms_help')}
        </Text>
      </div>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={160} maw="var(--ullage-narrow)" />}
      {data && forms.length === 0 && (
        <Paper maw="var(--ullage-narrow)">
          <EmptyState Icon={IconForms} title={t('tools.no_forms')} help={t('tools.no_forms_help')} />
        </Paper>
      )}
      {forms.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} maw="var(--ullage-narrow)" style={{ listStyle: 'none' }}>
          {forms.map((form) => (
            <Paper key={form.form_id} component="li" p="md">
              <Anchor component={Link} to={`/forms/${form.form_id}`} fw={600}>
                {titleOf(form)}
              </Anchor>
              {form.schema.description && <Text size="sm">{form.schema.description}</Text>}
              <Text size="sm" c="dimmed">
                {t('tools.makes', { kind: t(`records.${form.resource}.single`) })}
              </Text>
            </Paper>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
