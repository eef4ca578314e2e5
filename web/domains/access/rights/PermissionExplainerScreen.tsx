import { Alert, Badge, Group, Paper, Stack, Text, TextInput, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { explainPermission, listCalls } from '#core/domains/access/explainCalls.ts'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useChoices } from '#web/resources/useChoices.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

interface Question {
  user_id: string | null
  company_id: string | null
  call: string | null
  record_id: string
}

const NO_QUESTION: Question = { user_id: null, company_id: null, call: null, record_id: '' }

/** Whether a person has a permission, and why or why not, as the server decides it. */
export function PermissionExplainerScreen() {
  const { t } = useTranslation()
  const [question, setQuestion] = useState(NO_QUESTION)
  const { user_id, company_id, call, record_id } = question
  const isOfOne = call?.includes('/:') ?? false
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <div>
        <Title order={1}>{t('screens.configuration/permission_explainer')}</Title>
        <Text size="sm" c="dimmed">
          {t('security.explain.hint')}
        </Text>
      </div>
      <Paper p="md">
        <Stack gap="sm">
          <QuestionInputs
            {...{ question, isOfOne }}
            onChange={(changes) => setQuestion((before) => ({ ...before, ...changes }))}
          />
        </Stack>
      </Paper>
      {user_id && call && <Answer {...{ user_id, company_id, call }} record_id={isOfOne ? record_id : ''} />}
    </Stack>
  )
}

/** The calls of the server, as choices. */
function useCalls() {
  const { data: calls = [] } = useQuery({
    queryKey: ['permissions', 'calls'],
    queryFn: reading<typeof listCalls>('/permissions/calls'),
    select: ({ calls }) => calls,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return calls.map(({ method, path, summary }) => ({
    value: `${method} ${path}`,
    label: `${method} ${path} – ${summary}`,
  }))
}

interface QuestionInputsProps {
  question: Question
  /** The call is about one record. */
  isOfOne: boolean
  onChange: (changes: Partial<Question>) => void
}

function QuestionInputs({ question, isOfOne, onChange }: QuestionInputsProps) {
  const { t } = useTranslation()
  const { user_id, company_id, record_id } = question
  const people = useChoices(users, true, user_id === null ? [] : [user_id])
  const places = useChoices(companies, true, company_id === null ? [] : [company_id])
  const calls = useCalls()
  const input = (name: 'user_id' | 'company_id' | 'call') => ({
    searchable: true,
    limit: 50,
    value: question[name],
    onChange: (chosen: string | null) => onChange({ [name]: chosen }),
  })
  return (
    <>
      <SelectInput label={t('records.users.single')} {...people} {...input('user_id')} />
      <SelectInput
        label={t('security.explain.company')}
        placeholder={t('security.explain.home')}
        {...places}
        {...input('company_id')}
        clearable
      />
      <SelectInput label={t('security.explain.call')} data={calls} {...input('call')} />
      {isOfOne && (
        <TextInput
          label={t('security.explain.record')}
          inputMode="numeric"
          maw={200}
          value={record_id}
          onChange={({ currentTarget: { value } }) =>
            onChange({ record_id: value.replace(/\D/g, '').slice(0, 15) })
          }
        />
      )}
    </>
  )
}

/** A question with a user and a call. */
interface WholeQuestion extends Question {
  user_id: string
  call: string
}

function Answer(question: WholeQuestion) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useExplanation(question)
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <Paper p="md" aria-live="polite">
      <Stack gap="md">
        <Alert color={data.allowed ? 'fine' : 'urgent'}>
          <Group gap="xs">
            <Text fw={600}>{t(data.allowed ? 'security.explain.allowed' : 'security.explain.refused')}</Text>
            {data.permission && <Badge color="gray">{data.permission}</Badge>}
          </Group>
        </Alert>
        {data.steps.map(({ step, passed, reason }) => (
          <Group key={step} gap="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" color={passed ? 'fine' : 'urgent'} size="sm">
              {passed ? (
                <IconCheck size={14} aria-label={t('yes')} />
              ) : (
                <IconX size={14} aria-label={t('no')} />
              )}
            </ThemeIcon>
            <div>
              <Text size="sm" fw={500}>
                {t(`security.explain.steps.${step}`)}
              </Text>
              <Text size="sm" c="dimmed">
                {t(`security.explain.reasons.${reason}`)}
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

function useExplanation(question: WholeQuestion) {
  const { user_id, company_id, call, record_id } = question
  return useQuery({
    queryKey: ['permissions', 'explain', question],
    queryFn: async ({ signal }) => {
      const [method = '', path = ''] = call.split(' ')
      const query = {
        ...{ user_id, method, path },
        company_id: company_id || undefined,
        record_id: record_id || undefined,
      }
      return (await request<typeof explainPermission>('GET', '/permissions/explain', { query, signal }))
        .explanation
    },
  })
}
