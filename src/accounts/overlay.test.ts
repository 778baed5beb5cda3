import { expect, test } from 'vitest'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { ackedAt, actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { overlayBlocks, withoutBlocked } from './blocks/overlay.ts'
import { overlayProfile } from './overlay.ts'
import { editProfile, removePicture, setBlock, setMute } from './senders.ts'

const by = (other: string) => ({ user: 'ada', other })
const ada: UserProfile = {
  id: 1,
  profile: 'Ada',
  firstname: 'Ada',
  lastname: 'L',
  email: 'ada@example.org',
  profileurl: '',
  bootstrapped: 0,
  admin: 0,
  lastlogin: '',
  pfpsm: 'https://x.example/sm',
  pfpmed: 'https://x.example/med',
  pfplg: 'https://x.example/lg',
  pfpxl: 'https://x.example/xl',
  swag: 3,
}

test('a pending block removes a member from every list, and its undo restores them', () => {
  const people = ['bo', 'Cy', 'dee']
  const names = (...actions: Parameters<typeof pendingActions>) =>
    withoutBlocked(people, (name) => name, pendingActions(...actions))
  expect(names([setBlock, { ...by('cy'), isBlocked: true }])).toEqual(['bo', 'dee'])
  expect(names([setBlock, { ...by('cy'), isBlocked: true }], [setBlock, { ...by('CY'), isBlocked: false }])).toEqual(
    people,
  )
  expect(names([setMute, { ...by('cy'), isMuted: true }])).toEqual(people)
  expect(names(actionIn('parked', [setBlock, { ...by('cy'), isBlocked: true }]))).toEqual(people)
})

test('ending a block leaves a mute in place, and the reverse', () => {
  const stored = [{ username: 'bo', blocked: true, muted: true, pfpsm: '' }]
  expect(overlayBlocks(stored, pendingActions([setBlock, { ...by('Bo'), isBlocked: false }]))).toEqual([
    { username: 'bo', blocked: false, muted: true, pfpsm: '' },
  ])
  expect(
    overlayBlocks(
      stored,
      pendingActions([setBlock, { ...by('bo'), isBlocked: false }], [setMute, { ...by('bo'), isMuted: false }]),
    ),
  ).toEqual([])
  expect(overlayBlocks([], pendingActions([setMute, { ...by('cy'), isMuted: true }]))).toEqual([
    { username: 'cy', blocked: false, muted: true, pfpsm: '' },
  ])
})

test('a pending profile edit changes only the edited fields', () => {
  const pending = pendingActions(
    [editProfile, { user: 'ada', email: 'new@example.org' }],
    [removePicture, { user: 'ada' }],
  )
  const once = overlayProfile(ada, pending)
  expect(once).toEqual({ ...ada, email: 'new@example.org', pfpsm: '', pfpmed: '', pfplg: '', pfpxl: '' })
  expect(overlayProfile(once, pending)).toEqual(once)
  expect(overlayProfile({ ...ada, profile: 'bo' }, pending)).toEqual({ ...ada, profile: 'bo' })
})

test('a response to a later request is shown unchanged', () => {
  const edited = ackedAt(3, [editProfile, { user: 'ada', firstname: 'A' }])
  expect(overlayProfile(ada, pendingActions(edited, 3))).toEqual(ada)
  expect(overlayProfile(ada, pendingActions(edited, 2))?.firstname).toBe('A')
})
