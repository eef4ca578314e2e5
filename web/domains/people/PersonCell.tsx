import { Group, Text } from '@mantine/core'
import type { people } from '#core/domains/people/people.ts'
import { StoredImage } from '#web/resources/image/RecordImage.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** A person in a list: photo or initials, and name. */
export function PersonCell({ record }: { record: ShownRecord<typeof people> }) {
  const name = String(record.combined_name ?? '')
  const photo = record.photo_id
  return (
    <Group gap="sm" wrap="nowrap" component="span">
      <StoredImage
        address={photo == null ? null : `/people/${record.people_id}/photo?size=thumb&v=${photo}`}
        name={name}
        size={28}
      />
      <Text span inherit truncate dir="auto">
        {name}
      </Text>
    </Group>
  )
}
