import { expect, test } from 'vitest'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { setIgnored } from '../senders.ts'
import { overlayIgnored } from './overlay.ts'

const ignore = (id: number, artist: string, isIgnored: boolean) =>
  [setIgnored, { user: 'ada', id, artist, isIgnored }] as const
const response = { artists: [{ id: 7, name: 'Lulla', ignored_at: '2026-11-20T00:00:00.000Z' }] }

test('the last pending change of an artist decides whether it is ignored', () => {
  const list = (...actions: Parameters<typeof pendingActions>) =>
    overlayIgnored(response, pendingActions(...actions))?.map(({ name }) => name)
  expect(list()).toEqual(['Lulla'])
  expect(list(ignore(8, 'Hiss', true))).toEqual(['Hiss', 'Lulla'])
  expect(list(ignore(7, 'Lulla', true))).toEqual(['Lulla'])
  expect(list(ignore(7, 'Lulla', false), ignore(8, 'Hiss', true), ignore(8, 'Hiss', false))).toEqual([])
})
