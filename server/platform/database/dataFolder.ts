import fs from 'node:fs'
import path from 'node:path'
import { codeOf } from '#server/platform/codeOf.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { nameOfUser, startOfProcess } from '../jobs/processes.ts'
import { DatabaseUnavailable } from './embeddedPostgres.ts'

const MARK = 'ullage.json'
const LOCK = 'server.lock'

/**
 * Locks the data folder for this process: makes it if it is missing, refuses one that holds files of another user or is used by another
 * running server.
 * @returns a function that releases it.
 * @throws DatabaseUnavailable with a sentence that states the problem and the remedy.
 */
export function takeDataFolder(dataDir: string): () => void {
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    refuseForeign(dataDir)
    refuseOthers(dataDir)
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

/**
 * A folder with files of two users works for neither: root would hand the database to the user "nobody", and its owner could not read it
 * any more.
 */
function refuseOthers(dataDir: string): void {
  const me = process.getuid?.()
  if (me === undefined) return
  const { uid } = fs.statSync(path.join(dataDir, MARK))
  if (uid === me) return
  throw new DatabaseUnavailable(
    `The folder ${dataDir} belongs to the user ${nameOfUser(uid)}. Start the server as that user, or set DATA_DIR. ` +
      'Nothing was changed.',
  )
}

/** The process of the server that works in the folder, if any. */
export function serverOf(dataDir: string): number | undefined {
  const lock = path.join(dataDir, LOCK)
  if (!fs.existsSync(lock)) return undefined
  const [pid, start] = fs.readFileSync(lock, 'utf8').split(' ')
  return start && startOfProcess(Number(pid)) === start ? Number(pid) : undefined
}

/** The lock holds a process id and its start time; a lock whose process is gone is taken over. */
function takeLock(lock: string, dataDir: string): void {
  const mine = `${process.pid} ${startOfProcess(process.pid)}`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      fs.writeFileSync(lock, mine, { flag: 'wx' })
      return
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const pid = serverOf(dataDir)
    if (pid !== undefined && pid !== process.pid) {
      throw new DatabaseUnavailable(
        `The folder ${dataDir} is used by another Ullage server (process ${pid}). Stop it first, or set DATA_DIR.`,
      )
    }
    fs.rmSync(lock, { force: true })
  }
  throw new DatabaseUnavailable(`Another Ullage server is starting in ${dataDir}. Start this one again.`)
}

function reason(error: unknown, dataDir: string): string {
  const code = codeOf(error)
  if (code === 'ENOSPC') return `There is no room left on the disk of ${dataDir}. Nothing was changed.`
  if (code === 'EACCES' || code === 'EROFS') return `The folder ${dataDir} cannot be written. Set DATA_DIR.`
  return `The folder ${dataDir} cannot be used: ${messageOf(error)}`
}
