import { Button, type ButtonProps, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import type { mailStatements } from '#core/domains/orders/accountCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { refusalOf, StepDialog } from '#web/ui/StepDialog.tsx'
import { useMayChangeOrders } from '../useMayChangeOrders.ts'

interface MailStatementsProps extends Pick<ButtonProps, 'size'> {
  /** One customer; absent: all with a balance. */
  customer?: { company_id: number; company_title: string }
  period?: { from?: string; to?: string }
}

/** Mails the statement of one customer, or of all with a balance. */
export function MailStatements({ customer, period = {}, size }: MailStatementsProps) {
  const { t } = useTranslation()
  const mayChange = useMayChangeOrders()
  const [isOpen, setOpen] = useState(false)
  const which = customer ? 'one' : 'all'
  const body = { ...period, ...(customer && { company_ids: [customer.company_id] }) }
  const mail = useMailing(body, () => setOpen(false))
  if (!mayChange) return null
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconMail size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t(`orders.account.mail_${which}`)}
      </Button>
      {isOpen && (
        <StepDialog
          title={t(`orders.account.mail_${which}`)}
          action={t('orders.account.mail_action')}
          text={
            customer
              ? t('orders.account.mail_one_text', { customer: customer.company_title })
              : t('orders.account.mail_all_text')
          }
          isPending={mail.isPending}
          onConfirm={() => mail.mutate()}
          onClose={() => setOpen(false)}
        >
          {refusalOf(mail.error) && <Text c="urgent">{refusalOf(mail.error)}</Text>}
        </StepDialog>
      )}
    </>
  )
}

function useMailing(body: { from?: string; to?: string; company_ids?: number[] }, onMailed: () => void) {
  const { t } = useTranslation()
  return useCommand(
    ['mails'],
    () => request<typeof mailStatements>('POST', '/statements/mail', { body }),
    ({ queued, without_address }) => {
      onMailed()
      notifications.show({
        message: t('orders.account.mailed', { count: queued }),
        autoClose: without_address.length === 0,
        ...(without_address.length > 0 && {
          title: t('orders.account.without_address', { names: without_address.join(', ') }),
        }),
      })
    },
  )
}
