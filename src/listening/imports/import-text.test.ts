import { expect, test } from 'vitest'
import { outcomeText, skippedTexts, sourceText, undoText } from './import-text.ts'

test('an import shows the number of new and of known listens', () => {
  expect(outcomeText({ status: 'done', taken: 12_345, known: 1, note: '' })).toBe(
    '12,345 listens added, 1 already here',
  )
  expect(outcomeText({ status: 'cancelled', taken: 1, known: 0, note: '' })).toBe(
    'Stopped: 1 listen added, 0 already here',
  )
  expect(outcomeText({ status: 'failed', taken: 0, known: 0, note: '' })).toBe('Nothing added')
})

test('an import that waits for others is shown as queued, then as reading', () => {
  const import_ = { status: 'running', taken: 0, known: 0 } as const
  expect(outcomeText({ ...import_, note: 'Waiting for other imports to finish.' })).toBe('Queued')
  expect(outcomeText({ ...import_, note: '' })).toBe('Reading: 0 listens added, 0 already here')
})

test('skipped records are counted by reason', () => {
  expect(skippedTexts([{ reason: 'private_session', records: 1200 }])).toEqual(['1,200 played in a private session'])
  expect(skippedTexts([1, 2].map((records) => ({ reason: 'not_music', records })))).toEqual([
    '1 podcast, audiobook or video',
    '2 podcasts, audiobooks and videos',
  ])
})

test('an unknown source of a newer server is shown by its id', () => {
  expect(sourceText('maloja')).toBe('Maloja')
  expect(sourceText('tapedeck')).toBe('tapedeck')
})

test('an undone import shows the deleted listens, and why others are left', () => {
  const undo = { status: 'running', progress: 0.505, deleted: 0 } as const
  expect(undoText({ ...undo, status: 'possible' }, 3)).toBe('')
  expect(undoText(undo, 3)).toBe('Undoing: 50 %')
  expect(undoText({ status: 'done', progress: 1, deleted: 3 }, 3)).toBe('Undone: 3 listens deleted')
  expect(undoText({ status: 'done', progress: 1, deleted: 2 }, 3)).toBe(
    'Undone: 2 listens deleted. The others are in later files, or were deleted before',
  )
})
