import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { options } from '#core/domains/settings/options.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ReorderList } from './ReorderList.tsx'

const rows = ['Small', 'Medium', 'Large'].map((option, index) => ({
  option_id: index + 1,
  option,
  slug: option.toLowerCase(),
}))

test('is moved by the keyboard, and saved as a whole', async () => {
  // Without a layout there is nothing to measure: each item is one row of ten pixels.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const item = this.closest('li')
    const top = item ? [...item.parentElement!.children].indexOf(item) * 10 : 0
    return { x: 0, y: top, top, left: 0, width: 100, height: 10, right: 100, bottom: top + 10 } as DOMRect
  })
  const sent = answering({
    'GET /options': { options: rows, page: { total_records: 3 } },
    'PATCH /options/reorder': { message: 'Saved.' },
  })
  const onDone = vi.fn()
  showScreen(<ReorderList resource={options} within={{ category_id: '5' }} onDone={onDone} />)
  const handle = await screen.findByRole('button', { name: 'Move Small' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  handle.focus()
  await userEvent.keyboard('[Space]')
  await waitFor(() => expect(handle.getAttribute('aria-pressed')).toBe('true'))
  await userEvent.keyboard('[ArrowDown]')
  await screen.findByText('Small is over position 2 of 3.')
  await userEvent.keyboard('[Space]')
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Medium',
      'Small',
      'Large',
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent.find(({ call }) => call === 'PATCH /options/reorder')?.body).toEqual({
    items: [
      { id: 2, sort_order: 0, machine_name: 'medium' },
      { id: 1, sort_order: 1, machine_name: 'small' },
      { id: 3, sort_order: 2, machine_name: 'large' },
    ],
  })
})
