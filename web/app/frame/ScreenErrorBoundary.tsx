import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PartErrorBoundary } from './PartErrorBoundary.tsx'

/** Contains the failure of a screen: shows what to do, and leaves the rest of the product usable. */
export function ScreenErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <PartErrorBoundary key={pathname}>{children}</PartErrorBoundary>
}
