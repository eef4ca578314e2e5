import { Box, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { people } from '#core/domains/people/people.ts'
import type { person_contacts } from '#core/domains/people/person_contacts.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LinkValue } from '#web/resources/record/LinkValue.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { PersonCell } from './PersonCell.tsx'

interface OfPerson {
  record: ShownRecord<typeof people> & Partial<RecordOf<typeof person_contacts>>
}

/** The primary number of a person, to call it. */
export function PersonPhone({ record: { phone_number, phone_number_formatted } }: OfPerson) {
  if (!phone_number) return null
  return <LinkValue to={`tel:${phone_number}`} text={phone_number_formatted ?? phone_number} />
}

/** The primary address of a person, to write to it. */
export function PersonEmail({ record: { email_address } }: OfPerson) {
  return email_address ? <LinkValue to={`mailto:${email_address}`} text={email_address} /> : null
}

/** A person's e-mail address in a list, cut so that its column stays within the list of a screen of 1440 px. */
export function PersonEmailCell({ record }: OfPerson) {
  return (
    <Text span inherit lineClamp={1} maw="clamp(12rem, 20cqi, 24rem)">
      <PersonEmail record={record} />
    </Text>
  )
}

/** The role of a person's user. */
export function PersonRole({ record: { login_type_id } }: OfPerson) {
  const { t } = useTranslation()
  return login_type_id && t(`login_types.${login_type_id}`)
}

/** A person as a card, for narrow screens: who they are, with links to call and write. */
export function PersonCard({ record, address }: OfPerson & { address: string }) {
  const { t } = useTranslation()
  const { company_id } = useUser()
  const known = [
    record.login_type_id && t(`login_types.${record.login_type_id}`),
    record.job_title,
    // Users know their own company.
    record.company_id !== company_id && record.company_title,
    record.status === 0 && t('resources.not', { what: t('records.people.fields.status') }),
  ].filter(Boolean)
  return (
    <>
      <Text component={Link} to={address} data-is-whole fw={600} display="block">
        <PersonCell record={record} />
      </Text>
      <Text size="sm" c="dimmed">
        {known.map((part, index) => (
          <span key={String(part)}>
            {index > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </Text>
      {/* Above the link that covers the card. */}
      <Box pos="relative" w="fit-content" maw="100%">
        <Group gap={0} fz="sm" style={{ columnGap: 'var(--mantine-spacing-md)', overflowWrap: 'anywhere' }}>
          <PersonPhone record={record} />
          <PersonEmail record={record} />
        </Group>
      </Box>
    </>
  )
}
