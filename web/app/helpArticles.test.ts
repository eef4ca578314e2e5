import { describe, expect, test } from 'vitest'
import { helpModuleOf, screens } from './screens.ts'

const sources = import.meta.glob<string>('../../server/app/help/*Articles.ts', {
  query: '?raw',
  eager: true,
  import: 'default',
})

describe('the built-in help', () => {
  const modules = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^\s+module: '(\w+)',$/gm)].map(([, module = '']) => module),
  )

  test('has an article about every screen of the menu', () => {
    const without = screens
      .filter(({ menu }) => menu)
      .map(({ path }) => [path, helpModuleOf(path)] as const)
      .filter(([, module]) => !modules.includes(module))
    expect(without).toEqual([])
  })
})
