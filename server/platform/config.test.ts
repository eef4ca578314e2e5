import { expect, test } from 'vitest'
import { readConfig, WrongSetting } from './config.ts'

test.each([
  ['PORT', '0x50'],
  ['PORT', '1e3'],
  ['PORT', '3000.5'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_POOL', '1'],
  ['SMTP_URL', 'smtp://user:50%@mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['MQTT_URL', 'mqtt://user:50%@broker.example.com'],
  ['DATABASE_URL', 'postgres://user:50%@db.example.com/ullage'],
  ['DATABASE_URL', 'http://db.example.com/ullage'],
  ['DATABASE_URL', 'postgres://user@one,two/ullage'],
  ['DATABASE_URL', 'postgres://user@one,two/ullage?target_session_attrs=any'],
  ['DATABASE_URL', 'postgres://user@one:5432,two:port/ullage?target_session_attrs=read-write'],
  ['BACKUP_AT', '24:00'],
  ['ARCHIVE_URL', 'https://s3.example.com/bucket'],
  ['ARCHIVE_URL', 'https://key:secret@s3.example.com/'],
  ['SMTP_URL', 'smtp://mail.example.com?tls=require'],
  ['SMTP_URL', 'smtp://mail.example.com?tls='],
  ['SMTP_URL', 'smtp://mail.example.com?TLS=required'],
  ['DATABASE_URL', 'postgres://user@db.example.com/ullage?sslmode=verify_full'],
  ['DATABASE_URL', 'postgres://user@db.example.com/ullage?sslrootcert=/nope'],
  ['DATABASE_READ_URL', 'postgres://user@db.example.com/ullage?sslkey=/nope'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(WrongSetting)
  expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} cannot be used: `)
})

test('all invalid settings are named at once', () => {
  const invalid = { PORT: 'web', SMTP_URL: 'smtp://mail.example.com?tls=on', MQTT_TLS_CERT: '/nope' }
  expect(() => readConfig(invalid)).toThrow(/PORT.*SMTP_URL.*MQTT_TLS_CERT and MQTT_TLS_KEY/s)
})

test('a blank value is not set, and whitespace around a number is ignored', () => {
  expect(readConfig({ PORT: ' ', METRICS_PORT: '', SMTP_URL: '  ' })).toMatchObject({ PORT: 3000 })
  expect(readConfig({ PORT: ' 8080 ' })).toMatchObject({ PORT: 8080 })
})

test('addresses with special characters are parsed correctly', () => {
  const DATABASE_URL = 'postgres://user:50%25@/ullage?host=%2Frun%2Fpostgresql'
  const SMTP_URL = 'smtp://a%40b:50%25@mail.example.com:587'
  expect(readConfig({ DATABASE_URL, SMTP_URL })).toMatchObject({ DATABASE_URL, SMTP_URL })
})
