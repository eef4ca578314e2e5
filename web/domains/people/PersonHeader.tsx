import { Group } from '@mantine/core'
import { people } from '#core/domains/people/people.ts'
import { InviteButton } from '#web/domains/access/accounts/InviteButton.tsx'
import { RecordImage } from '#web/resources/image/RecordImage.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** Identifies a person, and offers to invite those without a user. */
export function PersonHeader({ record }: { record: ShownRecord<typeof people> }) {
  return (
    <Group justify="space-between">
      <RecordImage resource={people} record={record} field="photo_id" name="photo" />
      <InviteButton record={record} />
    </Group>
  )
}
