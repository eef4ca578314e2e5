import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A button that leads to another page without a session. */
export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} size="md">
      {children}
    </Button>
  )
}
