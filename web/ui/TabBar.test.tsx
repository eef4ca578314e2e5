import { Tabs } from '@mantine/core'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showOnPhone } from '#web/platform/testing/showOnPhone.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { TabBar } from './TabBar.tsx'

const TABS = ['Tanks', 'Alerts', 'Device', 'Settings', 'Commands', 'Notes'].map((label) => ({
  name: label,
  label,
}))

function show(open: string) {
  const onOpen = vi.fn()
  showScreen(
    <Tabs value={open}>
      <TabBar tabs={TABS} open={open} onOpen={onOpen} />
    </Tabs>,
  )
  return onOpen
}

const shown = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

test('on a wide screen all tabs are in the line', () => {
  show('Tanks')
  expect(shown()).toHaveLength(TABS.length)
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})

test('on a phone the tabs after the first ones are under "More", but never the open one', async () => {
  showOnPhone()
  const onOpen = show('Notes')
  expect(shown()).toEqual(['Tanks', 'Alerts', 'Device', 'Notes'])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Commands' }))
  expect(onOpen).toHaveBeenCalledWith('Commands')
})
