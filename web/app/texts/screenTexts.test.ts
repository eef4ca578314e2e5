import { describe, expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { dailyEnglish } from './dailyEnglish.ts'
import { deliveriesEnglish } from './deliveriesEnglish.ts'
import { english } from './english.ts'
import { firstEnglish } from './firstEnglish.ts'
import { salesEnglish } from './salesEnglish.ts'

const SOURCES = import.meta.glob<string>(
  ['../../domains/**/*.{ts,tsx}', '!../../**/*.test.*', '!../../**/testing/**'],
  {
    query: '?raw',
    eager: true,
    import: 'default',
  },
)

const PARTS = { daily: dailyEnglish, sales: salesEnglish, deliveries: deliveriesEnglish }

describe('the texts that the screens of a domain wait for', () => {
  const partsOf = new Map(
    screens.flatMap(({ texts, path }) =>
      texts ? domainOf(path).map((domain) => [domain, texts] as const) : [],
    ),
  )
  test.each([...partsOf])('have every key that the screens of %s use', (domain, parts) => {
    const loaded = [firstEnglish, ...parts.flatMap((part) => PARTS[part])].flatMap((some) => keysOf(some))
    const known = new Set(loaded.flatMap((key) => beginnings(key)))
    const missing = sourcesOf(domain).flatMap((file) =>
      usedIn(SOURCES[file]!)
        .filter((key) => !known.has(key))
        .map((key) => `${file}: ${key}`),
    )
    expect(missing).toEqual([])
  })
})

/** The domain that declares the screen at a path. */
function domainOf(path: string): string[] {
  const declared = Object.entries(SOURCES).find(
    ([file, source]) => file.endsWith('/screens.tsx') && source.includes(`path: '${path}'`),
  )
  return declared ? [declared[0].split('/').at(-2)!] : []
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
  for (const file of Object.keys(SOURCES)) if (file.startsWith(`../../domains/${domain}/`)) add(file)
  return [...found]
}

function absolute(path: string, from: string): string {
  if (path.startsWith('#web/')) return path.replace('#web/', '../../')
  return new URL(path, `file:///app/x/y/${from}`).pathname.replace('/app/', '../../')
}

/** The keys in a source, and the beginnings of keys that it builds at run time. */
function usedIn(source: string): string[] {
  const found = source.matchAll(/['`]((?:[a-z_]+)(?:\.[\w%°]+)+)(\.\$\{|['`])/g)
  return [...found].map((match) => match[1]!).filter((key) => isKey(key))
}

const ALL = new Set(keysOf(english).flatMap((key) => beginnings(key)))

function isKey(key: string): boolean {
  return ALL.has(key)
}

/** A key and all its ancestors, without plural suffixes. */
function beginnings(key: string): string[] {
  const parts = key.replace(/_(one|other)$/, '').split('.')
  return [key, ...parts.map((_, index) => parts.slice(0, index + 1).join('.'))]
}

function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value as object, `${before}${key}.`),
  )
}
