import fs from 'node:fs'
import path from 'node:path'
import { DatabaseUnavailable } from './embeddedPostgres.ts'
import { startOfProcess } from './processes.ts'

const MARK = 'ullage.json'
const LOCK = 'server.lock'

/**
 * Takes the data folder for this process: makes it when it is missing, refuses one that holds somebody else's
 * files or is used by another running server.
 * @returns a function that gives it back.
 * @throws DatabaseUnavailable with a sentence that says what is wrong and what to do.
 */
export function takeDataFolder(dataDir: string): () => void {
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    refuseForeign(dataDir)
    const lock = path.join(dataDir, LOCK)
    takeLock(lock, dataDir)
    return () => fs.rmSync(lock, { force: true })
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(reason(error, dataDir))
  }
}

function refuseForeign(dataDir: string): void {
  const mark = path.join(dataDir, MARK)
  if (fs.existsSync(mark)) return
  const found = fs.readdirSync(dataDir)
  if (found.length > 0) {
    throw new DatabaseUnavailable(
      `The folder ${dataDir} holds files that are not Ullage's (${found.slice(0, 3).join(', ')} …). ` +
        'Set DATA_DIR to an empty folder or to one that Ullage made.',
    )
  }
  fs.writeFileSync(mark, `${JSON.stringify({ product: 'ullage', made: new Date().toISOString() })}\n`)
}

/** The lock names its process and when that started; one whose process is gone is taken over. */
function takeLock(lock: string, dataDir: string): void {
  const mine = `${process.pid} ${startOfProcess(process.pid)}`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      fs.writeFileSync(lock, mine, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid, start] = fs.readFileSync(lock, 'utf8').split(' ')
    if (pid !== String(process.pid) && start && startOfProcess(Number(pid)) === start) {
      throw new DatabaseUnavailable(
        `The folder ${dataDir} is used by another Ullage server (process ${pid}). Stop it first, or set DATA_DIR.`,
      )
    }
    fs.rmSync(lock, { force: true })
  }
  throw new DatabaseUnavailable(`Another Ullage server is starting in ${dataDir}. Start this one again.`)
}

function reason(error: unknown, dataDir: string): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC') return `There is no room left on the disk of ${dataDir}. Nothing was changed.`
  if (code === 'EACCES' || code === 'EROFS') return `The folder ${dataDir} cannot be written. Set DATA_DIR.`
  return `The folder ${dataDir} cannot be used: ${(error as Error).message}`
}
