import { Button, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type {
  readSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { toastResponse } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { makePasskey, supportsPasskeys } from '../signIn/passkeyCalls.ts'
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx'
import { ConfirmPasswordDialog } from './ConfirmPasswordDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const LOW_CODE_COUNT = 3

type Doing = 'add_app' | 'remove_app' | 'renew_codes' | 'add_passkey' | Passkey

/** App, passkeys and recovery codes: their current setup, and how to change it. */
export function TwoFactorCard({ onChanged }: { onChanged?: () => void }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch, again } = useSecondFactor()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const done = async (fresh: string[] | null = null) => {
    setDoing(null)
    setCodes(fresh)
    await again()
    if (!fresh) onChanged?.()
  }
  return (
    <Paper p="md" component="section" aria-labelledby="two-factor">
      <Title order={2} id="two-factor">
        {t('security.two_factor.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('security.two_factor.why')}
      </Text>
      {data ? (
        <Parts data={data} onDo={setDoing} />
      ) : isError ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton h={180} />
      )}
      {doing && <Question {...{ doing }} onDone={done} onClose={() => setDoing(null)} />}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null)
            onChanged?.()
          }}
        />
      )}
    </Paper>
  )
}

interface PartProps {
  onDo: (doing: Doing) => void
}

function Parts({ data, onDo }: PartProps & { data: SecondFactor }) {
  const { t } = useTranslation()
  const { totp_since, passkeys, recovery_codes_left } = data
  const hasFactor = totp_since !== null || passkeys.length > 0
  return (
    <Stack gap="md">
      <AppPart {...{ totp_since, onDo }} />
      <Divider />
      <Part
        title={t('security.passkeys.title')}
        text={t(supportsPasskeys() ? 'security.passkeys.why' : 'security.passkeys.unsupported')}
      >
        {supportsPasskeys() && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={16} aria-hidden />}
            onClick={() => onDo('add_passkey')}
          >
            {t('security.passkeys.add')}
          </Button>
        )}
      </Part>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.passkey_id} passkey={passkey} onRemove={() => onDo(passkey)} />
      ))}
      <Divider />
      <CodesPart {...{ hasFactor, onDo }} left={recovery_codes_left} />
    </Stack>
  )
}

function CodesPart({ hasFactor, left, onDo }: PartProps & { hasFactor: boolean; left: number }) {
  const { t } = useTranslation()
  return (
    <Part
      title={t('security.two_factor.codes')}
      text={
        hasFactor
          ? `${t('security.two_factor.codes_left', { count: left })}. ${left <= LOW_CODE_COUNT ? t('security.two_factor.codes_few') : ''}`
          : t('security.two_factor.codes_none')
      }
    >
      {hasFactor && (
        <Button variant="default" onClick={() => onDo('renew_codes')}>
          {t('security.two_factor.codes_renew')}
        </Button>
      )}
    </Part>
  )
}

function AppPart({ totp_since, onDo }: PartProps & Pick<SecondFactor, 'totp_since'>) {
  const { t } = useTranslation()
  const { date } = useFormat()
  return (
    <Part
      title={t('security.two_factor.app')}
      text={
        totp_since
          ? t('security.two_factor.app_on', { date: date(totp_since.slice(0, 10)) })
          : t('security.two_factor.app_off')
      }
    >
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={16} aria-hidden />}
        onClick={() => onDo(totp_since ? 'remove_app' : 'add_app')}
      >
        {t(totp_since ? 'security.two_factor.app_remove' : 'security.two_factor.app_add')}
      </Button>
    </Part>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0} flex="1 1 240px">
        <Title order={3} fz="md">
          {title}
        </Title>
        <Text size="sm">{text}</Text>
      </Stack>
      {children}
    </Group>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation()
  const { name, created_at, last_used_at } = passkey
  return (
    <Group justify="space-between" gap="sm" ps="md">
      <Stack gap={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed" component="div">
          {t('security.passkeys.made')} <RelativeTime at={created_at} /> ·{' '}
          {last_used_at ? (
            <>
              {t('security.passkeys.used')} <RelativeTime at={last_used_at} />
            </>
          ) : (
            t('security.passkeys.never_used')
          )}
        </Text>
      </Stack>
      <Button variant="subtle" color="urgent" onClick={onRemove}>
        {t('security.passkeys.remove', { name })}
      </Button>
    </Group>
  )
}

interface QuestionProps {
  doing: Doing
  onDone: (codes?: string[] | null) => Promise<void>
  onClose: () => void
}

/** Name and meaning of each change; `add_app` has its own dialog. */
const QUESTIONS = {
  remove_app: ['security.two_factor.app_remove', 'security.two_factor.app_remove_why'],
  renew_codes: ['security.two_factor.codes_renew', 'security.two_factor.codes_renew_why'],
  add_passkey: ['security.passkeys.add', 'security.passkeys.why'],
  remove_passkey: ['security.passkeys.remove', 'security.passkeys.remove_why'],
} as const

function Question({ doing, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation()
  if (doing === 'add_app')
    return <AuthenticatorSetup onDone={(codes) => void onDone(codes)} onClose={onClose} />
  const what = typeof doing === 'string' ? doing : 'remove_passkey'
  const [title, why] = QUESTIONS[what]
  const action = t(title, typeof doing === 'string' ? {} : { name: doing.name })
  const name = {
    label: t('security.passkeys.name'),
    help: t('security.passkeys.name_help'),
    standard: t('security.passkeys.title'),
  }
  return (
    <ConfirmPasswordDialog
      {...{ action, onClose }}
      {...(doing === 'add_passkey' && { name })}
      title={action}
      why={t(why)}
      isDangerous={what.startsWith('remove')}
      onConfirm={async (password, typedName) => onDone(await change(doing, password, typedName))}
    />
  )
}

/** Makes a change; returns new recovery codes, if it makes some. */
async function change(doing: Exclude<Doing, 'add_app'>, current_password: string, name: string) {
  const body = { current_password }
  if (doing === 'add_passkey') return makePasskey(current_password, name)
  if (doing === 'renew_codes') {
    const path = '/me/second_factor/recovery_codes'
    return (await request<typeof renewRecoveryCodes>('POST', path, { body })).recovery_codes
  }
  const answer =
    doing === 'remove_app'
      ? await request<typeof removeTotp>('DELETE', '/me/second_factor/totp', { body })
      : await request<typeof removePasskey>('DELETE', '/me/passkeys/:passkey_id', {
          params: { passkey_id: doing.passkey_id },
          body,
        })
  toastResponse(answer)
  return null
}

type SecondFactor = ResponseOf<typeof readSecondFactor>['second_factor']
type Passkey = SecondFactor['passkeys'][number]

/** The user's own second factors; call `again` after a change. */
function useSecondFactor() {
  const client = useQueryClient()
  const queryKey = ['me', 'second_factor']
  const query = useQuery({
    queryKey,
    queryFn: reading<typeof readSecondFactor>('/me/second_factor'),
    select: ({ second_factor }) => second_factor,
  })
  return { ...query, again: () => client.invalidateQueries({ queryKey }) }
}
