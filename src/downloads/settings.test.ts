import { afterEach, expect, test, vi } from 'vitest'
import { readDownloadSettings, writeDownloadSettings } from './settings.ts'

afterEach(() => vi.unstubAllGlobals())

const storage = (text: string | null) => {
  let stored = text
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: (_: string, next: string) => void (stored = next) })
}

test.for([null, '', 'null', '7', '{', '{"limitMb":3,"onMobileData":"yes","songsMb":-1}'])(
  'download settings stored as %s are read as the defaults',
  (text) => {
    storage(text)
    expect(readDownloadSettings()).toEqual({ limitMb: 50, onMobileData: false, songsMb: 0 })
  },
)

test('stored download settings are read back', () => {
  storage(null)
  writeDownloadSettings({ limitMb: 100, onMobileData: true, songsMb: 1000 })
  expect(readDownloadSettings()).toEqual({ limitMb: 100, onMobileData: true, songsMb: 1000 })
})

test('download settings are the defaults if the browser denies storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  expect(readDownloadSettings()).toEqual({ limitMb: 50, onMobileData: false, songsMb: 0 })
})
