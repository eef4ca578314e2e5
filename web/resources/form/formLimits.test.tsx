import { act, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { registry } from '#core/registry.ts'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { limitsOf } from '#core/resources/testing/limitsOf.ts'
import { spanish } from '#web/app/texts/spanish.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ResourceForm } from './ResourceForm.tsx'

/** The messages of the forms, repeated on purpose. */
const SAID: Readonly<Record<string, { en: string; es: string }>> = {
  too_long: { en: 'Input is too long', es: 'El texto es demasiado largo' },
  too_high: { en: 'Value is too high', es: 'El valor es demasiado alto' },
  not_negative: { en: 'Item cannot be negative', es: 'El valor no puede ser negativo' },
  too_low: { en: 'Value is too low', es: 'El valor es demasiado bajo' },
  decimal_range: { en: 'Out of range', es: 'Fuera de rango' },
  decimal_size: { en: 'Too many digits', es: 'Demasiados dígitos' },
}

/** Limits that depend on the country: five characters in the United States. */
const OF_THE_COUNTRY = ['zip_code', 'ship_zip_code', 'bill_zip_code']

beforeAll(() => {
  i18next.addResourceBundle('es', 'translation', spanish)
})

const kinds = (Object.values(registry) as Resource[])
  .filter((resource) => hasCall(resource, 'create'))
  .map((resource) => [resource.name, resource] as const)

describe.each(kinds)('the form of %s', (_, resource) => {
  test('takes the largest value of every field, and reports the next one', async () => {
    answering({})
    showScreen(
      <>
        <AtOnce />
        <ResourceForm resource={resource} record={null} onSaved={vi.fn()} />
      </>,
      { as: { permissions: [`${resource.writeModule ?? resource.module}.create`] as never } },
    )
    const typed = Object.entries(resource.fields).flatMap(([name, field]) => {
      const input = inputOf(name)
      // Choices of a list cannot be mistyped.
      const isChosen = input?.getAttribute('aria-haspopup') === 'listbox'
      return input && !isChosen && isTyped(field) && !OF_THE_COUNTRY.includes(name)
        ? [{ name, input, limits: limitsOf(field) }]
        : []
    })
    const rounds = Math.max(0, ...typed.map(({ limits }) => limits.length))
    const save = await screen.findByRole('button', { name: 'Save' })
    await act(async () => {
      fireEvent.click(save)
      // The first attempt to save fetches the checks.
      await import('./issuesIn.ts')
    })
    for (let round = 0; round < rounds; round++) {
      const tried = typed.filter(({ limits }) => round < limits.length)
      typeAll(tried.map(({ input, limits }) => [input, limits[round]!.fails]))
      for (const language of ['en', 'es'] as const) {
        await act(() => i18next.changeLanguage(language))
        for (const { name, limits } of tried) {
          const { rule } = limits[round]!
          expect(errorOf(name), `${name}, ${rule}, ${language}`).toContain(SAID[rule]![language])
        }
      }
      await act(() => i18next.changeLanguage('en'))
      typeAll(tried.map(({ input, limits }) => [input, limits[round]!.passes]))
      for (const { name, limits } of tried) {
        const { rule } = limits[round]!
        expect(errorOf(name), `${name}, ${String(limits[round]!.passes).slice(0, 40)}`).not.toContain(
          SAID[rule]!.en,
        )
      }
    }
  })
})

function inputOf(name: string): HTMLInputElement | undefined {
  const place = document.querySelector<HTMLInputElement>(`[data-field="${name}"]`)
  const isInput = place?.matches('input, textarea')
  return (isInput ? place : place?.querySelector<HTMLInputElement>('input, textarea')) ?? undefined
}

/** Lists of words and rich text have no single text input. */
function isTyped(field: Field): boolean {
  return field.kind !== 'word_list' && formatOf(field) !== 'rich_text'
}

let work = () => {}

/** React renders once after all events within one handler, but a whole form after each separate event. */
function AtOnce() {
  return (
    <button type="button" onClick={() => work()}>
      At once
    </button>
  )
}

function typeAll(all: readonly [input: HTMLInputElement, value: unknown][]): void {
  work = () => {
    for (const [input, value] of all) fireEvent.change(input, { target: { value: String(value) } })
  }
  fireEvent.click(screen.getByText('At once'))
}

/** The messages of a field, as assistive technology reads them. */
function errorOf(name: string): string {
  const ids = inputOf(name)?.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
