import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTank } from '../tank/testing/renderTank.tsx'
import { LevelGauge } from './LevelGauge.tsx'

describe('a level gauge', () => {
  it('starts with the level as text', () => {
    renderTank(<LevelGauge percent={12.4} level="urgent" yellow={30} red={15} />)
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Urgent: 12% · mild at 30% · urgent at 15%',
    )
  })

  it('shows that a figure is out of date, and is then grey', () => {
    renderTank(<LevelGauge percent={60} level="fine" isStale />)
    const gauge = screen.getByRole('img')
    expect(gauge.getAttribute('aria-label')).toBe('Fine: 60% · out of date')
    expect(gauge.getAttribute('data-color')).toBe('stale')
  })

  it('is hatched in the color of its level for an estimate, with a text', () => {
    const { container } = renderTank(<LevelGauge percent={12.4} level="urgent" isEstimated />)
    const gauge = screen.getByRole('img')
    expect(gauge.getAttribute('aria-label')).toBe('Urgent: 12% · estimated')
    expect(gauge.getAttribute('data-color')).toBe('urgent')
    expect(container.querySelector('pattern')).not.toBeNull()
  })

  it('shows that nothing has been measured', () => {
    renderTank(<LevelGauge percent={null} level="unknown" />)
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('No reading yet')
  })

  it('shows that a device was retired, rather than that nothing was measured', () => {
    renderTank(<LevelGauge percent={null} level="unknown" isRetired />)
    const label = screen.getByRole('img').getAttribute('aria-label')
    expect(label).toBe('Retired: its readings are in the history')
  })
})
