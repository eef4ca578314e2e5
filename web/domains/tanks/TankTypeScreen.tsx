import { Anchor, Breadcrumbs, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { STRAPPING_TABLE, tank_types } from '#core/domains/tanks/tank_types.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { onePathOf, pathOf, type RecordOf, type Resource } from '#core/resources/definition.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ConflictDialog } from '#web/resources/form/ConflictDialog.tsx'
import { DraftNotice } from '#web/resources/form/DraftNotice.tsx'
import type { FormValues } from '#web/resources/form/issuesIn.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { useRecordForm } from '#web/resources/form/useRecordForm.ts'
import { useSaving } from '#web/resources/form/useSaving.ts'
import { type AnyRecord, recordIn } from '#web/resources/recordIn.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { AffectedTanks } from './AffectedTanks.tsx'
import { FormulaField } from './FormulaField.tsx'
import { FormulaPicture } from './FormulaPicture.tsx'
import styles from './TankTypeScreen.module.css'

type TankType = RecordOf<typeof tank_types>
type Calls = StandardCalls<typeof tank_types>
/** Saves the form unchecked; the definition validates it. */
type AnyCalls = StandardCalls<Resource>

const NAMES = ['tank_type', 'slug', 'formula', 'image_url', 'comments', 'status'] as const
const EMPTY: FormValues = { tank_type: '', slug: '', formula: '', image_url: '', comments: '', status: 1 }

/** A tank type: its formula with the resulting picture and volume curve. */
export function TankTypeScreen() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['tank_types', 'profile', Number(id)],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) =>
            (
              await request<Calls['read']>('GET', '/tank_types/:tank_type_id', {
                params: { tank_type_id: id },
                signal,
              })
            ).tank_type,
  })
  if (id && isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (id && !data) return <Skeleton h={420} radius="lg" />
  return (
    <Stack gap="md">
      <Breadcrumbs>
        <Anchor component={Link} to="/configuration/tank_types" size="sm">
          {t('records.tank_types.label')}
        </Anchor>
        <Text size="sm">{data?.tank_type ?? t('tanks.new')}</Text>
      </Breadcrumbs>
      <Title order={1}>{data?.tank_type ?? t('tanks.new')}</Title>
      <TankTypeForm key={data?.tank_type_id ?? 'new'} type={data ?? null} />
      {data && <AffectedTanks kind="tank_types" id={data.tank_type_id} />}
    </Stack>
  )
}

function TankTypeForm({ type }: { type: TankType | null }) {
  const { t } = useTranslation()
  const isReadOnly = !useMay()(type ? 'configuration.update' : 'configuration.create')
  const form = useRecordForm(tank_types, type ? valuesIn(type) : EMPTY, {
    names: NAMES,
    isNew: type === null,
  })
  const saving = useSavingType(type, form)
  const slug = String(form.values.slug ?? '')
  const formula = String(form.values.formula ?? '')
  const input = { resource: tank_types, form, isReadOnly }
  return (
    <Form noValidate className={styles.form} onSubmit={saving.submit}>
      <Paper p="md" component="section">
        <DraftNotice resource={tank_types} offer={isReadOnly ? null : saving.draft} />
        <Stack gap="sm">
          <RecordInput {...input} name="tank_type" />
          <RecordInput {...input} name="slug" />
          {slug !== STRAPPING_TABLE && <FormulaField form={form} isReadOnly={isReadOnly} />}
          <RecordInput {...input} name="image_url" />
          <RecordInput {...input} name="comments" />
          <RecordInput {...input} name="status" />
          {!isReadOnly && (
            <Group justify="flex-end">
              <Button type="submit" loading={saving.isSaving} disabled={type !== null && !form.isDirty}>
                {t('tanks.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </Paper>
      <FormulaPicture slug={slug} formula={formula} />
      <LeaveGuard isDirty={form.isDirty} isSaved={saving.isSaved} onLeave={saving.forgetDraft} />
      {saving.conflict && <ConflictDialog resource={tank_types} {...saving.conflict} />}
    </Form>
  )
}

function useSavingType(type: TankType | null, form: ReturnType<typeof useRecordForm>) {
  const navigate = useNavigate()
  return useSaving({
    resource: tank_types,
    form,
    names: NAMES,
    record: type,
    save: useSaveTankType(type),
    recordIn: (response) => recordIn(tank_types, response),
    valuesOf: valuesIn,
    onSaved: ({ tank_type_id }) => {
      if (!type) void navigate(`/configuration/tank_type/${tank_type_id}`, { replace: true })
    },
  })
}

function useSaveTankType(type: TankType | null) {
  return useCommand(['tank_types'], (values: object) =>
    type
      ? request<AnyCalls['update']>('PATCH', onePathOf(tank_types), {
          params: { tank_type_id: type.tank_type_id },
          body: values,
        })
      : request<AnyCalls['create']>('POST', pathOf(tank_types), { body: values }),
  )
}

function valuesIn(type: AnyRecord): FormValues {
  return Object.fromEntries(NAMES.map((name) => [name, type[name] ?? '']))
}
