import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { formResource } from '#core/resources/formResource.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useResourceWithUserFields } from '#web/resources/userFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { fillableForms, type GeneratedForm, titleOf, useGeneratedForms } from './useGeneratedForms.ts'

/** A form built by a developer, for users who may create such a record. */
export function FillFormScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { search } = useLocation()
  const { data, isError, error, refetch } = useGeneratedForms()
  const form = fillableForms(data).find(({ form_id }) => String(form_id) === id)
  usePageTitle(form && titleOf(form))
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={360} maw="var(--ullage-narrow)" />
  if (!form?.resource) {
    return (
      <Paper>
        <EmptyState Icon={IconFileUnknown} title={t('messages.not_found')} help={t('tools.no_such_form')} />
      </Paper>
    )
  }
  const kind = resourceOf(form.resource)
  const preset = { ...namedIn(search, kind), ...form.given }
  return <FormToFill key={`${form.form_id} ${search}`} {...{ form, kind, preset }} />
}

/** The records in an address, such as the one created by the previous form. */
function namedIn(search: string, { fields }: Resource): Record<string, number> {
  const entries = [...new URLSearchParams(search)].filter(
    ([name, id]) => isReference(fields[name]) && /^\d{1,15}$/.test(id),
  )
  return Object.fromEntries(entries.map(([name, id]) => [name, Number(id)]))
}

interface FormToFillProps {
  form: GeneratedForm
  kind: Resource
  preset: Record<string, number>
}

function FormToFill({ form, kind, preset }: FormToFillProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const addressOf = useRecordAddress()
  const [filledForms, setFilledForms] = useState(0)
  const { fields, sections, next } = form
  const resource = formResource(useResourceWithUserFields(kind), fields, sections)
  const headings = Object.fromEntries(
    sections.map((section) => [
      section.name,
      section.title ? titleOf({ name: section.title }) : t('resources.details'),
    ]),
  )
  return (
    <Stack gap="md">
      <FormHeading form={form} />
      {filledForms > 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('tools.filled', { count: filledForms })}
        </Text>
      )}
      <ResourceForm
        key={filledForms}
        {...{ resource, preset, headings }}
        record={null}
        onSaved={(record) => {
          const id = Number(record[kind.id])
          const address = next ? `/forms/${next.form_id}?${next.field}=${id}` : addressOf(kind.name, id)
          if (address) void navigate(address)
          else setFilledForms(filledForms + 1)
        }}
      />
    </Stack>
  )
}

function FormHeading({ form: { name, next, schema } }: { form: GeneratedForm }) {
  const { t } = useTranslation()
  return (
    <div>
      <Title order={1}>{titleOf({ name })}</Title>
      {schema.description && <Text c="dimmed">{schema.description}</Text>}
      {next && (
        <Text size="sm" c="dimmed">
          {t('tools.afterwards', { form: titleOf(next) })}
        </Text>
      )}
    </div>
  )
}
