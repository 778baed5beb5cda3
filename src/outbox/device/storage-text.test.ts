import { expect, test } from 'vitest'
import { storageText } from './storage-text.ts'

test('storage is written with its limit', () => {
  expect(storageText({ usedBytes: 3_240_000, quotaBytes: 1_536_000_000 })).toBe('3.2 MB of 1.5 GB')
  expect(storageText({ usedBytes: 0, quotaBytes: 500_000_000 })).toBe('0 B of 500 MB')
})

test('a limit or a size that the browser does not report is left out', () => {
  expect(storageText({ usedBytes: 3_240_000, quotaBytes: undefined })).toBe('3.2 MB')
  expect(storageText({ usedBytes: undefined, quotaBytes: undefined })).toBe("This browser doesn't report it")
})
