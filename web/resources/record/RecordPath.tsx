import { Anchor, Breadcrumbs, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '#web/platform/useIsPhone.ts'

interface RecordPathProps {
  list: string
  listName: string
  /** The name of the record; phones show it in the title only. */
  name: string
  /** The actions of the record. */
  children?: ReactNode
}

/** Links to the list of a record, with its actions at the other end. */
export function RecordPath({ list, listName, name, children }: RecordPathProps) {
  const isPhone = useIsPhone()
  return (
    // On phones the link is as high as a finger; the negative margin offsets the empty space above and below its text.
    <Group justify="space-between" gap="sm" {...(isPhone && { wrap: 'nowrap', my: -10 })}>
      <Breadcrumbs>
        <Anchor component={Link} to={list} size="sm">
          {listName}
        </Anchor>
        {!isPhone && (
          // Breadcrumbs have the line height 1, which would cut letters below the line.
          <Text size="sm" lh="sm" c="dimmed" truncate maw="50vw">
            {name}
          </Text>
        )}
      </Breadcrumbs>
      {children}
    </Group>
  )
}
