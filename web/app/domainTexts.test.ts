import { describe, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { allTexts, textsOf } from './domainTexts.ts'
import { screens } from './screens.ts'
import { english } from './texts/english.ts'
import { firstEnglish } from './texts/firstEnglish.ts'
import { spanish } from './texts/spanish.ts'

const SOURCES = import.meta.glob<string>(
  ['../domains/**/*.{ts,tsx}', '!../**/*.test.*', '!../**/testing/**'],
  {
    query: '?raw',
    eager: true,
    import: 'default',
  },
)
/** Only the server says these. */
const OF_SERVER = /^(mails|told)\./

describe('the texts by domain', () => {
  test.each([
    ['English', 'en', firstEnglish, english],
    ['Spanish', 'es', firstEnglish, spanish],
  ] as const)('are together all texts in %s', async (_, language, first, all) => {
    const loaded = new Set([first, ...(await allTexts[language]())].flatMap((some) => keysOf(some)))
    expect(keysOf(all).filter((key) => !loaded.has(key) && !OF_SERVER.test(key))).toEqual([])
  })

  const domains = [...new Set(screens.flatMap(({ domain }) => domain ?? []))]
  test.each(domains)('of %s have every key that its screens use', async (domain) => {
    const loaded = [firstEnglish, ...(await textsOf(domain).en())].flatMap((some) => keysOf(some))
    const known = new Set(loaded.flatMap((key) => beginnings(key)))
    const missing = sourcesOf(domain).flatMap((file) =>
      usedIn(SOURCES[file]!)
        .filter((key) => !known.has(key))
        .map((key) => `${file}: ${key}`),
    )
    expect([...missing, ...newKindsOf(domain).filter((key) => !known.has(key))]).toEqual([])
  })
})

/** Labels of the kinds that forms of a domain offer to create. */
function newKindsOf(domain: string): string[] {
  const kinds: Readonly<Record<string, Resource>> = registry
  return screens.flatMap((screen) => {
    const kind = screen.domain === domain && kinds[screen.resource ?? screen.shows ?? '']
    if (!kind) return []
    const targets = Object.values(kind.fields).flatMap((field) =>
      isReference(field) ? (kinds[field.to]?.newAs ?? []) : [],
    )
    return [kind.name, ...targets].map((name) => `records.${name}.single`)
  })
}

/** The files of a domain and the parts of others that they import, directly or not. */
function sourcesOf(domain: string): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file) || SOURCES[file] === undefined || /exts\.e[ns]\.ts$/.test(file)) return
    found.add(file)
    for (const [, path] of SOURCES[file].matchAll(/(?:from|import\()\s*'([^']+\.tsx?)'/g))
      add(absolute(path!, file))
  }
  for (const file of Object.keys(SOURCES)) if (file.startsWith(`../domains/${domain}/`)) add(file)
  return [...found]
}

function absolute(path: string, from: string): string {
  if (path.startsWith('#web/')) return path.replace('#web/', '../')
  return new URL(path, `file:///app/x/${from}`).pathname.replace('/app/', '../')
}

/** The keys that a source names, and the beginnings of those that it makes at run time. */
function usedIn(source: string): string[] {
  const found = source.matchAll(/['`]((?:[a-z_]+)(?:\.[\w%°]+)+)(\.\$\{|['`])/g)
  return [...found].map((match) => match[1]!).filter((key) => isKey(key))
}

const ALL = new Set(keysOf(english).flatMap((key) => beginnings(key)))

function isKey(key: string): boolean {
  return ALL.has(key)
}

/** A key and everything that it lies below, without the endings of plurals. */
function beginnings(key: string): string[] {
  const parts = key.replace(/_(one|other)$/, '').split('.')
  return [key, ...parts.map((_, index) => parts.slice(0, index + 1).join('.'))]
}

function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value as object, `${before}${key}.`),
  )
}
