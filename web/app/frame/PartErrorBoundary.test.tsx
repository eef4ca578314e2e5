import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PartErrorBoundary } from './PartErrorBoundary.tsx'

function Fails(): never {
  throw new Error('This screen is broken')
}

const at = (address: string, child: React.ReactNode) => (
  <MantineProvider env="test">
    <PartErrorBoundary address={address}>{child}</PartErrorBoundary>
  </MantineProvider>
)

it('keeps the failure until the address changes, and tries again there', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { rerender } = render(at('/devices', <Fails />))
  expect(screen.getByRole('alert').textContent).toContain('This screen is broken')
  rerender(at('/devices', <p>Orders</p>))
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(at('/orders', <p>Orders</p>))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Orders')).toBeTruthy()
})

it('reports the failure at once if the next address fails as well', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { rerender } = render(at('/devices', <p>Devices</p>))
  rerender(at('/orders', <Fails />))
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(at('/shipments', <Fails />))
  expect(screen.getByRole('alert')).toBeTruthy()
})
