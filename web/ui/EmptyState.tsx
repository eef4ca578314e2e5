import { Center, Stack, Text, ThemeIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface NothingProps {
  Icon: TablerIcon
  title: string
  help?: string
  color?: string
  children?: ReactNode
}

/** Explains what would be here, and the next step. */
export function EmptyState({ Icon, title, help, color = 'gray', children }: NothingProps) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={420}>
        <ThemeIcon size={48} radius="xl" variant="light" color={color}>
          <Icon size={26} aria-hidden />
        </ThemeIcon>
        <Text fw={600} ta="center">
          {title}
        </Text>
        {help && (
          <Text size="sm" c="dimmed" ta="center">
            {help}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  )
}
