import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { FailureBoundary } from './FailureBoundary.tsx'

/** A screen that fails leaves the rest of the product usable, and says what to do. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <FailureBoundary key={pathname}>{children}</FailureBoundary>
}
