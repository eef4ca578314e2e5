import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { THEMES } from '#core/platform/themes.ts'
import { levelPalettes } from './palettes.ts'
import { themeOf, themeVariables } from './theme.ts'

type Scheme = 'light' | 'dark'
type Color = [red: number, green: number, blue: number]

/** WCAG 2.2 AA: for text, and for icons and lines that carry a meaning. */
const TEXT = 4.5
const MARK = 3
/** A badge without an outline is distinguished by its background. */
const GROUND = 1.15

/** Statuses, levels, counts and tags: every color of a badge, alert or icon. */
const COLORS = [...Object.keys(levelPalettes), 'brand', 'gray']
const PANELS = ['--mantine-color-body', '--ullage-ground', '--ullage-hover']

const looks = THEMES.flatMap((name) => (['light', 'dark'] as const).map((scheme) => [name, scheme] as const))

describe.each(looks)('the theme %s, %s', (name, scheme) => {
  const colorOf = colorsOf(name, scheme)
  const below = (pairs: readonly [text: string, ground: string][], least: number) =>
    pairs
      .map(([text, ground]) => [text, ground, contrast(colorOf(text), colorOf(ground))] as const)
      .filter(([, , found]) => found < least)

  test('has headings, text, dimmed text, links and errors that are readable on every panel', () => {
    const texts = ['text', 'dimmed', 'anchor', 'error', 'placeholder'].map(
      (item) => `--mantine-color-${item}`,
    )
    expect(below(each(texts, PANELS), TEXT)).toEqual([])
  })

  test('has badges whose text is readable, and whose background differs from the panel', () => {
    const badges = COLORS.map((color) => `--mantine-color-${color}-light`)
    expect(
      below(
        badges.map((ground) => [`${ground}-color`, ground]),
        TEXT,
      ),
    ).toEqual([])
    expect(below(each(badges, ['--mantine-color-body']), GROUND)).toEqual([])
  })

  test('has counts and buttons with readable white text', () => {
    const filled = COLORS.map((color) => `--mantine-color-${color}-filled`)
    expect(below(each(['--mantine-color-white'], filled), TEXT)).toEqual([])
  })

  test('has icons, points and outlines that are visible on every panel', () => {
    const marks = COLORS.flatMap((color) => [
      `--mantine-color-${color}-text`,
      `--mantine-color-${color}-outline`,
    ])
    expect(below(each(marks, PANELS), MARK)).toEqual([])
  })
})

test('every color that a screen names is in the theme', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', eager: true, import: 'default' })
  const unknown = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/\scolor="(\w+)"/g)]
      .map(([, color = '']) => color)
      .filter((color) => !COLORS.includes(color))
      .map((color) => `${file}: ${color}`),
  )
  expect(unknown).toEqual([])
})

function each(texts: readonly string[], grounds: readonly string[]): [string, string][] {
  return texts.flatMap((text) => grounds.map((ground): [string, string] => [text, ground]))
}

/** The resolved colors of a theme by their variables. */
function colorsOf(name: (typeof THEMES)[number], scheme: Scheme): (variable: string) => Color {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(name))
  const standard = defaultCssVariablesResolver(theme)
  const own = themeVariables(theme)
  const values: Record<string, string> = {
    ...standard.variables,
    ...standard[scheme],
    ...own.variables,
    ...own[scheme],
  }
  return function colorOf(variable): Color {
    const value = values[variable] ?? ''
    const [, inner] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
    return inner ? colorOf(inner) : parse(value)
  }
}

/** @throws Error for an unknown color format. */
function parse(value: string): Color {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
  const digits = hex?.length === 3 ? [...hex].map((item) => item + item) : hex?.match(/../g)
  const parts =
    digits?.map((digit) => Number.parseInt(digit, 16)) ?? /^rgba?\(([\d., ]+)\)$/.exec(value)?.[1]?.split(',')
  const [red, green, blue, alpha = 1] = (parts ?? []).map(Number)
  if (red === undefined || green === undefined || blue === undefined || alpha !== 1)
    throw new Error(`no opaque color: "${value}"`)
  return [red, green, blue]
}

/** As WCAG 2.2 defines it, from 1 to 21. */
function contrast(one: Color, other: Color): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return Math.round(((high + 0.05) / (low + 0.05)) * 100) / 100
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
