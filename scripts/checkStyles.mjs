import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'
import { DASHBOARD_PARTS, filesOf, PAGE_PARTS, SIGN_IN_PARTS } from './pageParts.mjs'

/**
 * Mantine's styles are listed by hand, in `signInStyles.ts`, in `shellStyles.ts` and by the users of rare components. This compares the
 * built scripts with the built styles: a component's styles must be there where it is first shown, and unused styles must not.
 */
const PACKAGES = ['core', 'dates', 'notifications', 'spotlight', 'tiptap']
const MANTINE = path.join(root, 'node_modules/@mantine')

const listed = (file) =>
  [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/@mantine\/core\/styles\/(\w+)\.css'/g)].map(
    ([, name]) => name,
  )
const read = (file) => fs.readFileSync(path.join(root, 'dist/web', file), 'utf8')
const classesOf = (...texts) => new Set(texts.flatMap((text) => text.match(/\bm_[0-9a-f]{5,8}\b/g) ?? []))

const styled = classesOf(
  ...PACKAGES.map((name) => fs.readFileSync(path.join(MANTINE, name, 'styles.css'), 'utf8')),
)
const assets = fs.readdirSync(path.join(root, 'dist/web/assets')).map((name) => `assets/${name}`)
const all = (ending) => assets.filter((name) => name.endsWith(ending)).map(read)
const parts = (names, kind) => filesOf(root, names, kind).map(read)

const problems = []
expectStyles('the sign-in page', parts([...PAGE_PARTS, ...SIGN_IN_PARTS], 'js'), parts(SIGN_IN_PARTS, 'css'))
expectStyles('the first screen', parts(DASHBOARD_PARTS, 'js'), parts(DASHBOARD_PARTS, 'css'))
expectStyles('some screen', all('.js'), all('.css'))

const used = classesOf(...all('.js'))
for (const file of ['web/app/signInStyles.ts', 'web/app/frame/shellStyles.ts'])
  for (const name of listed(file)) {
    const own = classesOf(fs.readFileSync(path.join(MANTINE, 'core/styles', `${name}.css`), 'utf8'))
    if (own.size > 0 && ![...own].some((item) => used.has(item)))
      problems.push(`${file}: unused: ${name}.css`)
  }
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? "Mantine's styles: all that is needed, and no more" : 'See above.')
process.exit(problems.length === 0 ? 0 : 1)

function expectStyles(where, scripts, styles) {
  const there = classesOf(...styles)
  for (const item of classesOf(...scripts))
    if (styled.has(item) && !there.has(item)) problems.push(`${where} lacks the styles of ${fileOf(item)}`)
}

/** The file with the rules of a class. */
function fileOf(one) {
  const folder = path.join(MANTINE, 'core/styles')
  const name = fs
    .readdirSync(folder)
    .find(
      (file) => !file.includes('.layer.') && fs.readFileSync(path.join(folder, file), 'utf8').includes(one),
    )
  return name ?? `.${one}`
}
