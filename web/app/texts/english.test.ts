import { describe, expect, test } from 'vitest'
import { screens, titleKeyOf } from '../screens.ts'
import { dailyEnglish } from './dailyEnglish.ts'
import { dailySpanish } from './dailySpanish.ts'
import { deliveriesEnglish } from './deliveriesEnglish.ts'
import { deliveriesSpanish } from './deliveriesSpanish.ts'
import { english } from './english.ts'
import { firstEnglish } from './firstEnglish.ts'
import { firstSpanish } from './firstSpanish.ts'
import { officeEnglish } from './officeEnglish.ts'
import { officeSpanish } from './officeSpanish.ts'
import { salesEnglish } from './salesEnglish.ts'
import { salesSpanish } from './salesSpanish.ts'
import { spanish } from './spanish.ts'

const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  eager: true,
  import: 'default',
})
const PLURALS = ['', '_one', '_other']

describe('the texts', () => {
  test('have every key that a screen uses', () => {
    const missing = Object.entries(sources).flatMap(([file, source]) =>
      keysIn(source)
        .filter((key) => !PLURALS.some((end) => typeof textAt(`${key}${end}`) === 'string'))
        .map((key) => `${file}: ${key}`),
    )
    expect(missing).toEqual([])
  })

  test('have the same placeholders in both languages', () => {
    const different = leaves(english)
      .filter(([path, text]) => gapsIn(text) !== gapsIn(String(at(spanish, path))))
      .map(([path]) => path)
    expect(different).toEqual([])
  })
})

describe('the texts that the client loads', () => {
  test.each([
    [
      'English',
      [firstEnglish, ...dailyEnglish, ...salesEnglish, ...deliveriesEnglish, ...officeEnglish],
      english,
    ],
    [
      'Spanish',
      [firstSpanish, ...dailySpanish, ...salesSpanish, ...deliveriesSpanish, ...officeSpanish],
      spanish,
    ],
  ] as const)('are all texts in %s but those of mails', (_, loaded, all) => {
    const paths = new Set(loaded.flatMap((some) => leaves(some).map(([path]) => path)))
    const missing = leaves(all).filter(
      ([path]) => !paths.has(path) && !/^(mails|notification_texts)\./.test(path),
    )
    expect(missing).toEqual([])
  })
})

describe('the texts of the first screen', () => {
  test.each([
    ['English', firstEnglish, english],
    ['Spanish', firstSpanish, spanish],
  ])('equal those of the whole product in %s', (_, first, all) => {
    expect(leaves(first).filter(([path, text]) => at(all, path) !== text)).toEqual([])
  })

  test('name every screen of the main menu', () => {
    const titles = screens.filter(({ menu }) => menu).map(titleKeyOf)
    expect(titles.length).toBeGreaterThan(10)
    expect(titles.filter((title) => typeof at(firstEnglish, title) !== 'string')).toEqual([])
  })
})

function keysIn(source: string): string[] {
  const first = source.matchAll(/\bt\(\s*'([a-z_]+(?:\.[\w%°]+)+)'/gi)
  // Matches the second key as well in t(isNew(record) ? 'a.b' : 'a.c').
  const others = [...source.matchAll(/\bt\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, args]) => [
    ...args!.matchAll(/'([a-z_]+(?:\.[\w%°]+)+)'/gi),
  ])
  return [...first, ...others].map((match) => match[1]!)
}

function textAt(path: string): unknown {
  return at(english, path)
}

function at(texts: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], texts)
}

function leaves(texts: object, before = ''): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value]] : leaves(value as object, `${before}${key}.`),
  ) as [string, string][]
}

function gapsIn(text: string): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join()
}
