import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, whether the server runs from its sources or from `dist`. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  if (fs.existsSync(path.join(folder, 'db', 'migrations'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('The folder db/migrations is missing next to the server.')
  return findRoot(parent)
}
