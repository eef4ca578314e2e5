import { spawn } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { Connection } from '../database/database.ts'
import type { ArchiveStore, BaseBackup } from './archiveStore.ts'

/** As large as a WAL segment: a block is held in memory while it is sent. */
const BLOCK_BYTES = 16 * 2 ** 20

/** Files that a starting database recreates or that belong to a running one; pg_basebackup also omits them. */
const LEFT_OUT = [
  './postmaster.pid',
  './postmaster.opts',
  './pg_wal/*',
  ...[
    'pg_replslot',
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
  ].map((folder) => `./${folder}/*`),
  'pgsql_tmp*',
  'pg_internal.init*',
]

interface MakeBaseOptions {
  connection: pg.PoolConfig
  cluster: string
  password: string
  store: ArchiveStore
  /** Resolves when the store has this WAL segment. */
  untilSent: (segment: string) => Promise<void>
  signal: AbortSignal
}

/**
 * Copies the files of the running database into the store. The files may change while they are copied: WAL from the checkpoint at the
 * beginning to the end of the copy repairs that, so the base backup exists only when the store has that WAL.
 */
export async function makeBase(options: MakeBaseOptions): Promise<BaseBackup> {
  const { connection, cluster, password, store, untilSent, signal } = options
  const client = new Connection({ ...connection, application_name: 'ullage-base' })
  try {
    await client.connect()
    const one = async <T extends pg.QueryResultRow>(statement: string): Promise<T> =>
      firstOf((await client.query<T>(statement)).rows)
    const { segment, system, timeline } = await one<{ segment: string; system: string; timeline: number }>(
      `select pg_walfile_name(pg_backup_start('ullage', fast => true)) as segment,
        (select system_identifier::text from pg_control_system()) as system,
        (select timeline_id from pg_control_checkpoint()) as timeline`,
    )
    const id = `${new Date().toISOString().replaceAll(':', '.')}-${system}`
    const { blocks, bytes } = await sendFiles(cluster, signal, (number, block) =>
      store.putBlock(id, number, block),
    )
    const { label, last } = await one<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
    )
    const ended = new Date().toISOString()
    await untilSent(last)
    const base = { id, ended, system, timeline, segment, label, blocks, bytes, password }
    await store.putBase(base)
    return base
  } finally {
    await client.end().catch(() => {})
  }
}

async function sendFiles(
  cluster: string,
  signal: AbortSignal,
  send: (number: number, block: Buffer) => Promise<void>,
): Promise<{ blocks: number; bytes: number }> {
  const excluded = LEFT_OUT.map((pattern) => `--exclude=${pattern}`)
  const tar = spawn('tar', ['--create', '--file=-', ...excluded, '.'], {
    cwd: path.resolve(cluster),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let errors = ''
  tar.stderr.on('data', (text: Buffer) => {
    errors = (errors + text).slice(-500)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  ended.catch(() => {})
  let [blocks, bytes] = [0, 0]
  try {
    for await (const block of inBlocks(tar.stdout)) {
      await send(blocks, block)
      blocks += 1
      bytes += block.length
    }
  } catch (error) {
    tar.kill()
    throw error
  }
  const code = await ended
  // 1: files changed or went away while they were read, which is expected.
  if (code !== 0 && code !== 1) throw new Error(`tar ended with ${code}: ${errors.trim()}`)
  return { blocks, bytes }
}

async function* inBlocks(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part)
    size += part.length
    if (size < BLOCK_BYTES) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts)
}
