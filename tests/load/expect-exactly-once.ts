import type pg from 'pg'
import { expect } from 'vitest'
import type { Load } from './generate-load.ts'
import { formatReport } from './report.ts'
import { findUnexplained } from './request-log.ts'
import { findChangedResponses, verifyWrites } from './verify-writes.ts'

/**
 * Prints a run's table. Fails unless every acknowledged write is stored once, repeats have the same
 * response, no write was rejected, and only requests in flight at a fault failed.
 */
export async function expectExactlyOnce(title: string, load: Load, address: pg.ClientConfig): Promise<void> {
  const { ledger, log, sender } = load
  const changed = await findChangedResponses(ledger, sender)
  const verdicts = await verifyWrites(ledger, address)
  load.close()
  process.stdout.write(`${formatReport(title, verdicts, log, ledger)}\n`)
  const violations = verdicts.filter(({ lost, doubled }) => lost.length + doubled.length > 0)
  const rejected = ledger.rejections.map(({ kind, request, text }) => `${kind} ${request.path}: ${text}`)
  expect({ violations, changed, rejected, unexplained: findUnexplained(log) }).toEqual({
    violations: [],
    changed: [],
    rejected: [],
    unexplained: [],
  })
  expect(ledger.writes.length).toBeGreaterThan(20)
}
