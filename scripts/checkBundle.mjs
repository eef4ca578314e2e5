import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'
import {
  DAILY_TEXTS,
  DASHBOARD_PARTS,
  FIRST_TEXTS,
  filesOf,
  RECORD_PARTS,
  SIGN_IN_PARTS,
} from './pageParts.mjs'

const LIST = [...RECORD_PARTS, FIRST_TEXTS.en, DAILY_TEXTS.en, 'web/resources/record/StandardList.tsx']

/**
 * Kilobytes of compressed script that a visit transfers within 10 s, as `npm run measure -- screens` measures them in a browser:
 * also the parts that are fetched dynamically. Maps, charts and editors are not part of these visits.
 */
const VISITS = [
  { visit: 'login page', budget: 119, parts: SIGN_IN_PARTS },
  {
    visit: 'dashboard',
    budget: 260,
    parts: [...DASHBOARD_PARTS, FIRST_TEXTS.en, 'web/domains/shipments/widgets/TodayWidget.tsx'],
  },
  { visit: 'list of records', budget: 329, parts: LIST },
  { visit: 'record', budget: 341, parts: [...LIST, 'web/resources/record/StandardRecord.tsx'] },
]

let isOver = false
for (const { visit, budget, parts } of VISITS) {
  const files = filesOf(root, parts)
  const bytes = files.reduce((sum, file) => sum + compressed(file), 0)
  const size = (bytes / 1000).toFixed(1)
  console.log(`${visit}: ${size} kB of compressed script in ${files.length} files (budget ${budget} kB)`)
  isOver ||= bytes > budget * 1000
}
process.exit(isOver ? 1 : 0)

function compressed(file) {
  return fs.statSync(path.join(root, 'dist/web', `${file}.br`)).size
}
