import { Group, Stack } from '@mantine/core'
import { people } from '#core/domains/people/people.ts'
import { InviteButton } from '#web/domains/access/accounts/InviteButton.tsx'
import { RecordImage } from '#web/resources/image/RecordImage.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { CONTACT_TYPES } from './contacts/contactTypes.ts'
import { useContacts } from './contacts/useContacts.ts'
import { PersonEmail, PersonPhone } from './PersonCard.tsx'
import { useUsersOf } from './useUsersOf.ts'

/** Identifies a person, with links to call and write, and offers to invite them if they have no user yet. */
export function PersonHeader({ record }: { record: ShownRecord<typeof people> }) {
  const owner = `/people/${record.people_id}`
  const { data: [phone] = [] } = useContacts(CONTACT_TYPES.phones, owner)
  const { data: [email] = [] } = useContacts(CONTACT_TYPES.emails, owner)
  const { data: users } = useUsersOf(record)
  const reached = { ...record, ...phone, ...email }
  return (
    <Group justify="space-between">
      <Group>
        <RecordImage resource={people} record={record} field="photo_id" name="photo" />
        <Stack gap={2} mih="3rem" style={{ overflowWrap: 'anywhere' }}>
          <PersonPhone record={reached} />
          <PersonEmail record={reached} />
        </Stack>
      </Group>
      {users?.rows.length === 0 && <InviteButton record={record} />}
    </Group>
  )
}
