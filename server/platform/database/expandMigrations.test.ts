import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'

/** Later migrations must leave the previous release working (decision 172); earlier ones existed at the first release. */
const FIRST_RELEASE = '0019_foreign_keys.sql'
/**
 * In the lines above a statement: `-- contract (1.4): …` names the release that stopped using what is removed here, and `-- beside the
 * release before: …` states why that one still works.
 */
const MARK = /^-- (contract \(\d+\.\d+(\.\d+)?\)|beside the release before): \S.*$/m

/** Statements that remove something, or require something, that the release before does not know of. */
const TAKES_AWAY: readonly [what: string, pattern: RegExp][] = [
  ['drops a table, column, type or schema', /\bdrop (table|column|type|schema|sequence|materialized view)\b/],
  ['drops a column', /\balter table\b[^;]*\bdrop (?!constraint|default|not null|expression|identity)\w/],
  ['renames', /\brename\b/],
  ['changes a type', /\balter (column )?\w+ (set data )?type\b/],
  ['requires a value that the release before does not write', /\bset not null\b/],
]
/** Objects that may be dropped and recreated in the same file, under the same name. */
const RECREATED = /\bdrop (view|function|trigger|procedure) (?:if exists )?([\w.]+)/g

/** Each statement that would break the release before and has no mark. */
function faultsOf(text: string): string[] {
  return statementsOf(text).flatMap((statement) => {
    if (MARK.test(statement)) return []
    const sql = withoutComments(statement).toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ').trim()
    const problems = TAKES_AWAY.filter(([, pattern]) => pattern.test(sql)).map(([what]) => what)
    const gone = [...sql.matchAll(RECREATED)].filter(
      ([, kind, name]) => !new RegExp(`create (or replace )?${kind} ${name}\\b`, 'i').test(text),
    )
    const added = sql.match(/\badd (column )?(if not exists )?\w+ [^;,]*\bnot null\b[^;,]*/g) ?? []
    const bare = added.filter((item) => !/\b(default|generated|constraint|check)\b/.test(item))
    return [
      ...problems.slice(0, 1),
      ...(gone.length > 0 ? ['drops what it does not create again'] : []),
      ...(bare.length > 0 ? ['adds a column without a default that must not be null'] : []),
    ].map((problem) => `${problem}: ${sql.slice(0, 100)}`)
  })
}

/** Statements without bodies of functions, which run only when they are called. */
function statementsOf(text: string): string[] {
  return text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").split(';')
}

function withoutComments(text: string): string {
  return text.replace(/--[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '')
}

describe('a migration that would break the release before', () => {
  test.each([
    'drop table old_things;',
    'alter table devices drop column colour;',
    'alter table devices drop colour;',
    'alter table devices rename column colour to color;',
    'alter table devices rename to units;',
    'alter table devices alter column colour type int using colour::int;',
    'alter table devices alter colour set not null;',
    'alter table devices add column colour text not null;',
    'alter table devices add column shade int not null default 0, add column colour text not null;',
    'drop trigger if exists notify on devices;',
  ])('%s', (text) => {
    expect(faultsOf(text)).toHaveLength(1)
    expect(faultsOf(`-- contract (1.4): nothing has used it since\n${text}`)).toEqual([])
  })

  test.each([
    'alter table devices add column colour text;',
    `alter table devices add column colour text not null default 'red';`,
    'alter table devices add column id bigint generated always as identity not null;',
    'create table more (more_id bigint not null, name text not null);',
    'drop index devices_colour; create index devices_colour on devices (colour, device_id);',
    'drop trigger notify on devices; create trigger notify after update on devices execute function notify_all();',
    'create or replace function f() returns void as $$ begin drop table t; end $$ language plpgsql;',
    'alter table devices alter column colour drop not null, drop constraint devices_colour_check;',
    '-- It once had to drop column colour.\nalter table devices add column colour text;',
  ])('is not %s', (text) => expect(faultsOf(text)).toEqual([]))
})

const files = fs.readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && name > FIRST_RELEASE)

test.skipIf(files.length === 0).each(files)('%s keeps everything that the previous release uses', (file) => {
  expect(faultsOf(fs.readFileSync(path.join(MIGRATIONS, file), 'utf8'))).toEqual([])
})
