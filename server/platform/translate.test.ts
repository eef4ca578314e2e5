import { expect, test } from 'vitest'
import type { Issue } from '#core/platform/issue.ts'
import type { TextKey } from '#core/platform/texts/textKeys.ts'
import { en } from '#core/texts.en.ts'
import { conflict } from './refusal.ts'
import { translate } from './translate.ts'

const named = (part: 'rules' | 'messages') =>
  Object.keys(en[part]).map((name) => `${part}.${name}` as TextKey)

test('every rule and every message has its text in both languages', () => {
  const keys = [...named('rules'), ...named('messages')]
  expect(keys.length).toBeGreaterThan(250)
  for (const key of keys) {
    expect(translate('en', key), key).not.toBe(key)
    expect(translate('es', key), key).not.toBe(key)
  }
})

test('a name without a text does not compile', () => {
  // @ts-expect-error: there is no such message.
  expect(translate('en', 'messages.unheard_of')).toBe('messages.unheard_of')
  // @ts-expect-error: nor can a call be refused with it.
  expect(conflict('messages.unheard_of').status).toBe(409)
  // @ts-expect-error: there is no such rule.
  expect(translate('en', 'rules.unheard_of')).toBe('rules.unheard_of')
  // @ts-expect-error: nor can an issue name it.
  expect({ field: 'tag', rule: 'unheard_of' } satisfies Issue).toBeTruthy()
})

test('other languages fall back to English', () => {
  expect(translate('fr', 'messages.saved')).toBe(translate('en', 'messages.saved'))
})
