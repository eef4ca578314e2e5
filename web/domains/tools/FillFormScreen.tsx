import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { resourceOf } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { formResource } from '#core/resources/formResource.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { Failure } from '#web/resources/Failure.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import { ResourceForm } from '#web/resources/ResourceForm.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useWhole } from '#web/resources/userFields.tsx'
import { type GeneratedForm, useGeneratedForms } from './useGeneratedForms.ts'

/** A form that a developer has put together, filled in by whoever may make such a record. */
export function FillFormScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { data, isError, error, refetch } = useGeneratedForms()
  const form = data?.find(({ form_id, endpoint }) => String(form_id) === id && endpoint)
  usePageTitle(form && titleOf(form))
  if (isError) return <Failure error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={360} maw={680} />
  if (!form?.resource) {
    return (
      <Paper>
        <Nothing Icon={IconFileUnknown} title={t('messages.not_found')} help={t('tools.no_such_form')} />
      </Paper>
    )
  }
  return <Filled key={form.form_id} form={form} kind={resourceOf(form.resource)} />
}

function Filled({ form, kind }: { form: GeneratedForm; kind: Resource }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const addressOf = useRecordAddress()
  const [made, setMade] = useState(0)
  const resource = formResource(useWhole(kind), form.fields)
  return (
    <Stack gap="md">
      <Title order={1}>{titleOf(form)}</Title>
      {made > 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('tools.filled', { count: made })}
        </Text>
      )}
      <ResourceForm
        key={made}
        resource={resource}
        record={null}
        onSaved={(record) => {
          const address = addressOf(kind.name, Number(record[kind.id]))
          if (address) void navigate(address)
          else setMade(made + 1)
        }}
      />
    </Stack>
  )
}

/** `delivery_request` is the developer's name for it; people read words. */
function titleOf({ name }: GeneratedForm): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
