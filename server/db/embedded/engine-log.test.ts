import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findLastFailure } from './engine-log.ts'

test('the last failure in the log of the engine is its reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(findLastFailure(folder)).toBeUndefined()
  const full = 'could not write to file "pg_wal/xlogtemp.71": No space left on device'
  writeFileSync(
    join(folder, 'engine.log'),
    `2026-11-26 LOG:  starting\n2026-11-26 FATAL:  the database system is starting up\n2026-11-26 PANIC:  ${full}\n2026-11-26 LOG:  shut down\n`,
  )
  expect(findLastFailure(folder)).toBe(`PANIC: ${full}`)
})
