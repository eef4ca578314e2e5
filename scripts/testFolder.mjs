import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** Databases of a whole run, with their logs, need less than half of this. */
const MIN_BYTES = 6 * 2 ** 30

/**
 * Creates an empty folder for the databases of a test run. Linux keeps it in memory if there is room: a test spends a quarter of its time on
 * database files that are discarded afterwards.
 * @param {string} name the prefix of the folder's name
 * @returns {string} its path; the caller removes it
 */
export function makeTestFolder(name) {
  if (!hasRoomInMemory()) return fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  removeAbandoned()
  return fs.mkdtempSync(path.join(MEMORY, `${name}-${process.pid}-`))
}

function hasRoomInMemory() {
  if (process.platform !== 'linux' || !fs.existsSync(MEMORY)) return false
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return Math.min(bavail * bsize, os.freemem()) >= MIN_BYTES
}

/** Removes folders of this user's killed runs: memory is not emptied like a disk's temporary files. */
function removeAbandoned() {
  for (const folder of fs.readdirSync(MEMORY)) {
    const [, pid] = /^ullage-.*-(\d+)-\w{6}$/.exec(folder) ?? []
    const whole = path.join(MEMORY, folder)
    const isOurs = pid && fs.statSync(whole, { throwIfNoEntry: false })?.uid === process.getuid?.()
    if (isOurs && !fs.existsSync(`/proc/${pid}`)) fs.rmSync(whole, { recursive: true, force: true })
  }
}
