import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { help_articles } from '#core/domains/help/help_articles.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { ChangeList } from './ChangeList.tsx'

const END = 'the last line'
const long = `${'word '.repeat(100)}${END}`

test('a long text is abbreviated until it is opened', async () => {
  const onShowAll = vi.fn()
  const changes = [{ field: 'work_performed', before: null, after: long }]
  showScreen(<ChangeList resource={work_orders} changes={changes} onShowAll={onShowAll} />)
  expect(await screen.findByText(/^word word .*…$/)).toBeTruthy()
  expect(screen.queryByText(new RegExp(END))).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText(new RegExp(END))).toBeTruthy()
  expect(onShowAll).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('rich text is shown as plain text, without a truncated tag', async () => {
  const after = `<p>Charge the <b>pack</b></p><img src="data:image/png;base64,${'A'.repeat(900)}`
  const changes = [{ field: 'body', before: '<p>Old</p>', after, is_cut: true }]
  showScreen(<ChangeList resource={help_articles} changes={changes} staysShort />)
  expect(await screen.findByText('Charge the pack…')).toBeTruthy()
  expect(screen.getByText('Old')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
