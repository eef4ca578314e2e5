import { useState } from 'react'
import { companies } from '#core/domains/companies/companies.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { useLoginTypeChoices } from '#web/domains/access/rights/useLoginTypeChoices.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FormDialog } from '#web/resources/form/FormDialog.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useChoices } from '#web/resources/useChoices.ts'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { type UserAccount, useAccountChanges } from './useAccounts.ts'

interface AssignAccountProps {
  userId: string
  /** The account to change; undefined for another company. */
  account: UserAccount | undefined
  /** The companies where the user already has an account. */
  assigned: readonly number[]
  onClose: () => void
}

/** Gives a user an account in another company, or another login type in one. */
export function AssignAccount({ userId, account, assigned, onClose }: AssignAccountProps) {
  const { t } = useTranslation()
  const choices = useLoginTypeChoices(account?.login_type_id)
  const assigning = useAssigning(userId, account, onClose)
  const { company, loginType } = assigning
  const places = useChoices(companies, true, company === null ? [] : [company])
  const offered = places.data.filter(({ value }) => account || !assigned.includes(Number(value)))
  return (
    <FormDialog
      title={t('security.accounts.assign')}
      action={t('resources.save')}
      loading={assigning.isPending}
      onSubmit={assigning.submit}
      onClose={onClose}
    >
      <SelectInput
        label={t('security.accounts.company')}
        withAsterisk
        searchable
        disabled={account !== undefined}
        {...places}
        data={offered}
        value={company}
        error={assigning.errorOf('company_id', !company)}
        onChange={assigning.setCompany}
        limit={50}
        data-autofocus
      />
      <SelectInput
        label={t('records.users.fields.login_type_id')}
        withAsterisk
        searchable
        data={choices}
        value={loginType}
        error={assigning.errorOf('login_type_id', !loginType)}
        onChange={assigning.setLoginType}
      />
    </FormDialog>
  )
}

function useAssigning(userId: string, account: UserAccount | undefined, onAssigned: () => void) {
  const { t } = useTranslation()
  const { assign } = useAccountChanges(userId)
  const [company, setCompany] = useState(account ? String(account.company_id) : null)
  const [loginType, setLoginType] = useState<LoginType | null>(account?.login_type_id ?? null)
  const [wasTried, setWasTried] = useState(false)
  const errorOf = (name: string, isMissing: boolean) =>
    wasTried && isMissing ? t('rules.required') : messageOf(assign.error, name)
  const submit = () => {
    setWasTried(true)
    if (!company || !loginType) return
    assign.mutate({ company_id: Number(company), login_type_id: loginType }, { onSuccess: onAssigned })
  }
  return { company, setCompany, loginType, setLoginType, errorOf, submit, isPending: assign.isPending }
}
