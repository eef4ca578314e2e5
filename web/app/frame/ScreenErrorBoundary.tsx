import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PartErrorBoundary } from './PartErrorBoundary.tsx'

/** A screen that fails leaves the rest of the product usable, and says what to do. */
export function ScreenErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <PartErrorBoundary key={pathname}>{children}</PartErrorBoundary>
}
