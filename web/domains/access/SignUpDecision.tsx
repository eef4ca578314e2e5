import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import type { approveSignUp, refuseSignUp } from '#core/domains/access/signIn/signUpCalls.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DecisionDialog } from '#web/resources/form/DecisionDialog.tsx'
import { ChoiceSelect } from '#web/resources/form/selects/ChoiceSelect.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { firstChoice, useLoginTypeChoices } from './rights/useLoginTypeChoices.ts'

type Step = 'approve' | 'refuse'

/** Approves or refuses a sign-up; shown while it is undecided. */
export function SignUpDecision({ record }: { record: ShownRecord<typeof sign_ups> }) {
  const { t } = useTranslation()
  const may = useMay()
  const [step, setStep] = useState<Step | null>(null)
  const { state } = record
  if (!may('users.create') || (state !== 'waiting' && state !== 'refused')) return null
  const close = () => setStep(null)
  return (
    <Group>
      <Button leftSection={<IconUserCheck size={18} aria-hidden />} onClick={() => setStep('approve')}>
        {t('security.sign_up.approve')}
      </Button>
      {state === 'waiting' && (
        <Button
          variant="default"
          leftSection={<IconUserX size={18} aria-hidden />}
          onClick={() => setStep('refuse')}
        >
          {t('security.sign_up.refuse')}
        </Button>
      )}
      {step === 'approve' && <ApproveDialog record={record} onClose={close} />}
      {step === 'refuse' && <RefuseDialog record={record} onClose={close} />}
    </Group>
  )
}

interface DialogProps {
  record: ShownRecord<typeof sign_ups>
  onClose: () => void
}

const OWN = 'own'

function ApproveDialog({ record, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [company, setCompany] = useState(OWN)
  const others = useChoices(companies, true, company === OWN ? [] : [company])
  const choices = useLoginTypeChoices()
  const [loginType, setLoginType] = useState(firstChoice(choices))
  const body = { company_id: company === OWN ? null : Number(company), login_type_id: loginType }
  const send = () =>
    request<typeof approveSignUp>('POST', '/sign_ups/:sign_up_id/approve', {
      params: { sign_up_id: Number(record[sign_ups.id]) },
      body,
    })
  return (
    <DecisionDialog title={t('security.sign_up.approve')} send={send} onClose={onClose}>
      {() => (
        <>
          <SelectInput
            label={t('records.users.fields.company_id')}
            {...others}
            data={[
              { value: OWN, label: t('security.sign_up.own_company', { company: String(record.company) }) },
              ...others.data,
            ]}
            searchable
            value={company}
            onChange={(value) => setCompany(value ?? OWN)}
          />
          <ChoiceSelect
            data-autofocus
            label={t('records.users.fields.login_type_id')}
            value={loginType}
            data={choices}
            onChange={setLoginType}
          />
          <Text size="sm">{t('security.sign_up.approve_why', { username: String(record.username) })}</Text>
        </>
      )}
    </DecisionDialog>
  )
}

function RefuseDialog({ record, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const send = () =>
    request<typeof refuseSignUp>('POST', '/sign_ups/:sign_up_id/refuse', {
      params: { sign_up_id: Number(record[sign_ups.id]) },
      body: { reason },
    })
  return (
    <DecisionDialog
      title={t('security.sign_up.refuse')}
      send={send}
      onClose={onClose}
      isReady={reason.trim() !== ''}
    >
      {(errorOf) => (
        <Textarea
          data-autofocus
          label={t('records.sign_ups.fields.reason')}
          description={t('security.sign_up.refuse_why', { username: String(record.username) })}
          autosize
          minRows={3}
          maxLength={500}
          value={reason}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </DecisionDialog>
  )
}
