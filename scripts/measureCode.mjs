import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { root } from './build.mjs'

// Counts the code: files, folders, functions, casts, the vocabulary of definitions, and the words of the documentation.
const tracked = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n')
const files = tracked.filter(
  (name) =>
    /^(core|server|web)\/.*\.tsx?$/.test(name) &&
    !name.endsWith('.d.ts') &&
    !/(\.test\.tsx?$|\/testing\/)/.test(name),
)
const texts = new Map(files.map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]))
const functions = []
const folders = new Map()
const importers = new Map()
const casts = new Map()
const fieldsOfKind = new Map()
const optionalKeys = new Map()
const counts = { any: 0, casts: 0, notNull: 0, quoted: 0 }

for (const [name, text] of texts) {
  count(folders, path.dirname(name))
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  visit(parseAst(text, { lang: name.endsWith('x') ? 'tsx' : 'ts' }), undefined, (node, parent) => {
    if (node.type === 'TSAnyKeyword') counts.any += 1
    if (node.type === 'TSNonNullExpression') counts.notNull += 1
    if (node.type === 'MemberExpression' && node.computed && typeof node.property.value === 'string')
      counts.quoted += 1
    if (node.type === 'TSAsExpression' && node.typeAnnotation.typeName?.name !== 'const') {
      counts.casts += 1
      count(casts, name)
    }
    if (node.type === 'TSInterfaceDeclaration')
      optionalKeys.set(node.id.name, node.body.body.filter(({ optional }) => optional).length)
    if (node.type === 'Property' && node.key.name === 'kind' && name.startsWith('core/domains/'))
      count(fieldsOfKind, node.value.value)
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const lines = lineOf(lineStarts, node.end) - lineOf(lineStarts, node.start) + 1
      const called = node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'a function'
      functions.push([`${called} in ${name}`, lines])
    }
  })
}
for (const name of tracked.filter((item) => /\.tsx?$/.test(item))) {
  const text = texts.get(name) ?? fs.readFileSync(path.join(root, name), 'utf8')
  const imported = [...text.matchAll(/(?:from|import\(|import) ?'([.#][^']+)'/g)].map(([, file]) =>
    file.startsWith('#') ? file.slice(1) : path.join(path.dirname(name), file),
  )
  for (const file of new Set(imported)) count(importers, file)
}

const lines = new Map([...texts].map(([name, text]) => [name, linesIn(text)]))
const logic = [...lines].filter(
  ([name]) => !/[tT]exts\.\w+\.ts$|platform\/database\/tables\.ts$|\/(demo|help)\//.test(name),
)
const sources = tracked.filter((name) => /\.(tsx?|mjs|cjs|css|sql)$/.test(name))
const kinds = [...texts]
  .filter(([name]) => /^core\/resources\/(field|kinds\/\w+)\.ts$/.test(name))
  .flatMap(([, text]) => [...text.matchAll(/^ {2}(\w+): (?!FormField)\w+Field$/gm)].map(([, kind]) => kind))
const documents = tracked.filter((name) => /^docs\/(decisions\/)?[^/]+\.md$/.test(name))

row('product lines; of these logic', sumOf(lines), sumOf(logic))
row('lines of the whole tree', sumOf(sources.map((name) => [name, linesIn(readText(name))])))
row('files; folders with more than 25', lines.size, [...folders.values()].filter((size) => size > 25).length)
row(
  'files of at most 25 lines with one importer',
  [...lines].filter(([name, size]) => size <= 25 && importers.get(name) === 1).length,
)
row(
  'functions over 40 lines; longest',
  functions.filter(([, size]) => size > 40).length,
  Math.max(...functions.map(([, size]) => size)),
)
row('casts; any; !; quoted keys', counts.casts, counts.any, counts.notNull, counts.quoted)
row('optional keys of Resource', optionalKeys.get('Resource'))
row('optional keys of Operations', optionalKeys.get('Operations'))
row('slots of RecordKind; of ListKind', optionalKeys.get('RecordKind'), optionalKeys.get('ListKind'))
row('field kinds; with one field', kinds.length, kinds.filter((kind) => fieldsOfKind.get(kind) === 1).length)
row(
  'words of the documentation',
  documents.reduce((sum, name) => sum + readText(name).trim().split(/\s+/).length, 0),
)
row('decisions', documents.filter((name) => /\/\d{4}-/.test(name)).length)
for (const [title, all] of Object.entries({
  'largest folders': folders,
  'most casts': casts,
  'longest files': lines,
  'longest functions': functions,
})) {
  console.log(`${title}:`)
  const largest = [...all].sort(([, a], [, b]) => b - a).slice(0, 8)
  for (const [name, size] of largest) console.log(`  ${size}  ${name}`)
}

function visit(node, parent, see) {
  if (!node || typeof node.type !== 'string') return
  see(node, parent)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const item of value) visit(item, node, see)
    else if (value && typeof value === 'object') visit(value, node, see)
  }
}

function lineOf(lineStarts, position) {
  let [low, high] = [0, lineStarts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (lineStarts[middle] <= position) low = middle
    else high = middle - 1
  }
  return low
}

function readText(name) {
  return fs.readFileSync(path.join(root, name), 'utf8')
}

function linesIn(text) {
  return text.split('\n').length - 1
}

function sumOf(sizes) {
  return [...sizes].reduce((sum, [, size]) => sum + size, 0)
}

function count(all, name) {
  all.set(name, (all.get(name) ?? 0) + 1)
}

function row(title, ...figures) {
  console.log(`${figures.join('; ').padStart(16)}  ${title}`)
}
