import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { connectionTo } from './globalSetup.ts'

interface OldDatabase {
  db: Kysely<any>
  /** Applies all migrations that are left. */
  upgrade: () => Promise<void>
  close: () => Promise<void>
}

let made = 0

/** A database as it was before a migration came, empty: to fill, to upgrade, and to look at what became of it. */
export async function databaseBefore(migration: string): Promise<OldDatabase> {
  made += 1
  const name = `old_${process.pid}_${process.env['VITEST_POOL_ID'] ?? 0}_${made}_${Date.now()}`
  await administer(`create database ${name}`)
  const all = path.join(projectRoot, 'db/migrations')
  const older = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-old-'))
  for (const file of fs.readdirSync(all).filter((one) => one < migration)) {
    fs.copyFileSync(path.join(all, file), path.join(older, file))
  }
  const { db } = openDatabase(connectionTo(inject('connection'), name))
  await migrate(db, older)
  fs.rmSync(older, { recursive: true })
  return {
    db,
    upgrade: async () => {
      await migrate(db)
    },
    close: async () => {
      await db.destroy()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
