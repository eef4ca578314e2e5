import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { BackupFailed } from '../backup/backupFile.ts'
import { DecryptionFailed, type Encryptor } from '../encryptor.ts'
import { type ObjectStore, openObjectStore } from './objectStore.ts'

/** A copy of the database's files, from which WAL leads to any later moment. */
export interface BaseBackup {
  /** Names its blocks. */
  id: string
  /** When it was complete (ISO): the earliest moment to which it can be restored. */
  ended: string
  /** Identifier of the cluster: WAL belongs to one. */
  system: string
  timeline: number
  /** The first WAL segment that it needs. */
  segment: string
  /** Content of `backup_label`. */
  label: string
  blocks: number
  /** Size of the copied files in bytes. */
  bytes: number
  /** Password of the database, which the cluster holds as a hash. */
  password: string
}

/** The archive of an installation: base backups and WAL, compressed and encrypted before they leave this machine. */
export interface ArchiveStore {
  putSegment: (system: string, name: string, bytes: Buffer) => Promise<void>
  getSegment: (system: string, name: string) => Promise<Buffer>
  segments: (system: string) => Promise<string[]>
  putBlock: (id: string, number: number, bytes: Buffer) => Promise<void>
  getBlock: (id: string, number: number) => Promise<Buffer>
  /** Completes a base backup: only with its entry does it exist. */
  putBase: (base: BaseBackup) => Promise<void>
  /** Complete base backups, oldest first. */
  bases: () => Promise<{ name: string; ended: string; system: string }[]>
  readBase: (name: string) => Promise<BaseBackup>
  /** Removes base backups that ended before the newest one that is at least so old, and WAL that no other needs. */
  removeBefore: (moment: Date, system: string) => Promise<void>
}

const BASES = 'bases/'
const blockName = (id: string, number: number) => `blocks/${id}/${String(number).padStart(6, '0')}`
const walName = (system: string, name: string) => `wal/${system}/${name}`
const BASE_NAME = /^bases\/(\d{4}-\d\d-\d\dT[\d.]+Z)-(\d+)$/

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export function openArchiveStore(address: string, encryptor: Encryptor): ArchiveStore {
  const objects = openObjectStore(address)
  // Its name is authenticated with the content: blocks cannot be exchanged in the store.
  const put = async (name: string, bytes: Buffer) => {
    const packed = await pack(bytes, { level: constants.Z_BEST_SPEED })
    await objects.put(name, encryptor.encryptBytes(packed, `archive:${name}`))
  }
  const get = async (name: string) => unpack(decrypt(encryptor, name, await objects.get(name)))
  const bases: ArchiveStore['bases'] = async () =>
    (await objects.list(BASES)).flatMap((name) => {
      const [, compact, system] = BASE_NAME.exec(name) ?? []
      return compact && system ? [{ name, ended: expanded(compact), system }] : []
    })
  const readBase: ArchiveStore['readBase'] = async (name) => JSON.parse((await get(name)).toString('utf8'))
  return {
    putSegment: (system, name, bytes) => put(walName(system, name), bytes),
    getSegment: (system, name) => get(walName(system, name)),
    segments: async (system) =>
      (await objects.list(walName(system, ''))).map((name) => name.slice(walName(system, '').length)),
    putBlock: (id, number, bytes) => put(blockName(id, number), bytes),
    getBlock: (id, number) => get(blockName(id, number)),
    putBase: (base) =>
      put(`${BASES}${compacted(base.ended)}-${base.system}`, Buffer.from(JSON.stringify(base))),
    bases,
    readBase,
    removeBefore: async (moment, system) => {
      const own = (await bases()).filter((base) => base.system === system)
      const oldest = own.findLastIndex(({ ended }) => Date.parse(ended) <= moment.getTime())
      if (oldest <= 0) return
      const { segment } = await readBase(itemAt(own, oldest).name)
      for (const { name } of own.slice(0, oldest)) await removeBase(objects, name, (await readBase(name)).id)
      await removeSegments(objects, system, segment)
    },
  }
}

/** @throws BackupFailed that names the missing key */
function decrypt(encryptor: Encryptor, name: string, bytes: Buffer): Buffer {
  try {
    return encryptor.decryptBytes(bytes, `archive:${name}`)
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error
    throw new BackupFailed(
      `${name} in the archive is ${error.message}. Set the SEAL_KEY of its time, or SEAL_KEY_OLD.`,
    )
  }
}

async function removeBase(objects: ObjectStore, name: string, id: string): Promise<void> {
  // The entry goes first: a base backup without all its blocks must not be found.
  await objects.remove(name)
  for (const block of await objects.list(`blocks/${id}/`)) await objects.remove(block)
}

/** Removes the WAL before a segment. */
async function removeSegments(objects: ObjectStore, system: string, before: string): Promise<void> {
  for (const name of await objects.list(walName(system, '')))
    if (isOlderSegment(name.slice(walName(system, '').length), before)) await objects.remove(name)
}

/** Whether a segment's position is before another's, whatever their timelines. Histories of timelines are never older. */
export function isOlderSegment(name: string, than: string): boolean {
  return /^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < than.slice(8, 24)
}

/**
 * Chooses where a restore begins.
 * @param at the wanted moment; undefined for the newest state.
 * @throws BackupFailed when no base backup is that old.
 */
export function chooseBase<T extends { ended: string }>(bases: readonly T[], at: Date | undefined): number {
  const found = at ? bases.findLastIndex(({ ended }) => Date.parse(ended) <= at.getTime()) : bases.length - 1
  if (found >= 0) return found
  throw new BackupFailed(
    bases[0]
      ? `The archive begins at ${bases[0].ended}: nothing earlier can be restored.`
      : 'The archive holds no base backup. Check ARCHIVE_URL.',
  )
}

/** Some stores refuse colons in names. */
const compacted = (moment: string) => moment.replaceAll(':', '.')
const expanded = (name: string) => name.replace(/T(\d\d)\.(\d\d)\./, 'T$1:$2:')
