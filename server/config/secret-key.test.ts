import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { findSecretKey } from './secret-key.ts'

function aConfig(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'flipside-key-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { ...readConfig(settings), dataDir }
}

test('the embedded engine gets a key in a file that only its user can read, and keeps it', () => {
  const config = aConfig()
  const key = findSecretKey(config)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(statSync(join(config.dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(findSecretKey(config)).toBe(key)
})

test('SECRET_KEY has precedence, and processes with DATABASE_URL have no key without it', () => {
  const key = 'k'.repeat(32)
  expect(findSecretKey(aConfig({ SECRET_KEY: key }))).toBe(key)
  const shared = { DATABASE_URL: 'postgres://user@localhost/flipside' }
  expect(findSecretKey(aConfig(shared))).toBeNull()
  expect(findSecretKey(aConfig({ ...shared, SECRET_KEY: key }))).toBe(key)
})

test('a short key is rejected, as a setting and in the file', () => {
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY must have at least 32 characters.')
  const config = aConfig()
  writeFileSync(join(config.dataDir, 'secret-key'), 'short\n')
  expect(() => findSecretKey(config)).toThrow('must have at least 32 characters')
})
