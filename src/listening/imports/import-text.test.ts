import { expect, test } from 'vitest'
import { outcomeText, skippedTexts, sourceText } from './import-text.ts'

test('an import says what was taken, and what of it was there', () => {
  expect(outcomeText({ status: 'done', taken: 12_345, known: 1, note: '' })).toBe(
    '12,345 listens taken, 1 here already',
  )
  expect(outcomeText({ status: 'cancelled', taken: 1, known: 0, note: '' })).toBe(
    'Stopped: 1 listen taken, 0 here already',
  )
  expect(outcomeText({ status: 'failed', taken: 0, known: 0, note: '' })).toBe('Nothing taken')
})

test('an import that waits for others is queued, and reads afterwards', () => {
  const import_ = { status: 'running', taken: 0, known: 0 } as const
  expect(outcomeText({ ...import_, note: 'Waiting for other imports to finish.' })).toBe('Queued')
  expect(outcomeText({ ...import_, note: '' })).toBe('Reading: 0 listens taken, 0 here already')
})

test('what was skipped is told by reason', () => {
  expect(skippedTexts([{ reason: 'private_session', records: 1200 }])).toEqual(['1,200 played in a private session'])
})

test('a source that only a newer server knows is shown by its name', () => {
  expect(sourceText('maloja')).toBe('Maloja')
  expect(sourceText('tapedeck')).toBe('tapedeck')
})
