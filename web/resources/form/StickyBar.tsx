import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The buttons at the end of a form, always visible however long it is. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <Box
      data-save-bar
      pos="sticky"
      bottom="var(--app-shell-footer-offset, 0)"
      py="sm"
      bg="var(--ullage-ground)"
      style={{ zIndex: 2 }}
    >
      <Group justify="flex-end">{children}</Group>
    </Box>
  )
}
