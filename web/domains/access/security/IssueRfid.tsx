import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import type { issueRfid } from '#core/domains/access/badgeCalls.ts'
import { badgeKindOf } from '#core/domains/access/badges.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'

interface IssueRfidProps {
  userId: string
  /** The user already has a badge, which stops working. */
  replaces: boolean
  onClose: () => void
}

/** Asks for the number of a badge; a keyboard reader types it and submits with Enter. */
export function IssueRfid({ userId, replaces, onClose }: IssueRfidProps) {
  const { t } = useTranslation()
  const { rfid, setRfid, error, isBusy, submit } = useIssuing({ userId, onClose })
  const title = t('security.badges.issue_rfid')
  return (
    <FormDialog title={title} action={title} loading={isBusy} onSubmit={submit} onClose={onClose}>
      <PasswordInput
        data-autofocus
        label={t('security.badges.number')}
        description={[t('security.badges.number_help'), replaces && t('security.badges.replaces')]
          .filter(Boolean)
          .join(' ')}
        autoComplete="off"
        maxLength={64}
        value={rfid}
        error={error}
        onChange={(event) => setRfid(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function useIssuing({ userId, onClose }: Pick<IssueRfidProps, 'userId' | 'onClose'>) {
  const { t } = useTranslation()
  const [rfid, setRfid] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async () => {
    if (badgeKindOf(rfid) !== 'rfid') return setError(t('security.badges.bad_number'))
    setIsBusy(true)
    try {
      await request<typeof issueRfid>('POST', '/users/:user_id/rfid', {
        params: { user_id: userId },
        body: { rfid },
        retries: 0,
      })
      onClose()
    } catch (failure) {
      const answer = failure instanceof CallRefused ? failure.body : undefined
      setError(answer?.errors?.[0]?.message || answer?.message || t('security.badges.failed'))
      setIsBusy(false)
    }
  }
  const change = (typed: string) => {
    setRfid(typed)
    setError('')
  }
  return { rfid, setRfid: change, error, isBusy, submit }
}
