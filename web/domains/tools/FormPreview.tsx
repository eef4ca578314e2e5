import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { forms } from '#core/domains/tools/forms.ts'
import { type Resource, writableFields } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { formResource } from '#core/resources/formResource.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { targetOf } from '#web/resources/targetOf.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { type GeneratedForm, useGeneratedForms } from './useGeneratedForms.ts'

/** The form as its users see it; it is checked as for them, and saves nothing. */
export function FormPreview({ record }: { record: ShownRecord<typeof forms> }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useGeneratedForms()
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={240} />
  const form = data.find(({ form_id }) => form_id === record.form_id)
  if (!form?.resource || form.fields.length === 0)
    return <Text c="dimmed">{t(form?.resource ? 'tools.no_form_fields' : 'tools.no_kind')}</Text>
  return (
    <Stack>
      {form.endpoint && <MissingFields {...{ form, all: data }} kind={resourceOf(form.resource)} />}
      {form.is_open && (
        <Anchor component={Link} to={`/forms/${form.form_id}`}>
          {t('tools.fill_in')}
        </Anchor>
      )}
      <Preview key={JSON.stringify(form.fields)} form={form} kind={resourceOf(form.resource)} />
    </Stack>
  )
}

interface MissingFieldsProps {
  form: GeneratedForm
  all: readonly GeneratedForm[]
  kind: Resource
}

/** Lists required fields of its kind that neither the form asks for nor anything fills in. */
function MissingFields({ form, all, kind }: MissingFieldsProps) {
  const { t, i18n } = useTranslation()
  const before = all.flatMap(({ next }) => (next?.form_id === form.form_id ? [next.field] : []))
  const missing = writableFields(useResourceWithUserFields(kind)).filter(
    ([name, field]) =>
      field.required &&
      field.default === undefined &&
      !(isReference(field) && field.own) &&
      !(name in form.given) &&
      !before.includes(name) &&
      !form.fields.some((item) => item.name === name),
  )
  if (missing.length === 0) return null
  const labels = missing.map(([name]) => t(`records.${kind.name}.fields.${name}`))
  const fields = new Intl.ListFormat(i18n.language).format(labels)
  return (
    <Alert color="mild" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('tools.asks_too_little', { fields })}
    </Alert>
  )
}

function Preview({ form, kind }: { form: GeneratedForm; kind: Resource }) {
  const { t } = useTranslation()
  const resource = formResource(useResourceWithUserFields(kind), form.fields, form.sections)
  const names = resource.form?.flatMap(({ fields }) => fields) ?? []
  const first = Object.fromEntries(names.map((name) => [name, resource.fields[name]?.default ?? '']))
  const shown = useRecordForm(resource, first, { names, isNew: true })
  return (
    <Paper p="md" component="section" aria-label={t('tools.preview')}>
      <Stack gap="sm">
        <Alert variant="light">{t('tools.preview_hint')}</Alert>
        {names.map((name) => (
          <RecordInput key={name} {...{ resource, name }} form={shown} to={targetOf(resource.fields[name])} />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void shown.take()}>
            {t('tools.check')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
