import { expect, test } from 'vitest'
import { ackedAt, actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { setBlock, setFollow } from '../senders.ts'
import { overlayFollowers, overlayFollowing, overlayFollowState } from './overlay.ts'

const ada = (followee: string, isFollowing: boolean) => ({ user: 'ada', followee, isFollowing })
const following = { people: [{ name: 'bo' }, { name: 'cy' }], total: 2 }

test('a member with a pending follow is first in the list, and is counted once', () => {
  const pending = pendingActions([setFollow, ada('dee', true)])
  const once = overlayFollowing('ada', following, pending)
  expect(once).toEqual({ people: [{ name: 'dee' }, { name: 'bo' }, { name: 'cy' }], total: 3 })
  expect(overlayFollowing('ada', once, pending)).toEqual(once)
})

test('the last of a follow and an unfollow decides', () => {
  const pending = pendingActions(
    [setFollow, ada('BO', false)],
    [setFollow, ada('dee', true)],
    [setFollow, ada('dee', false)],
  )
  expect(overlayFollowing('Ada', following, pending)).toEqual({ people: [{ name: 'cy' }], total: 1 })
})

test("another member's list of followed ignores the user's own follows", () => {
  expect(overlayFollowing('eve', following, pendingActions([setFollow, ada('dee', true)]))).toEqual(following)
})

test('a pending follow adds the user to the followers, and an unfollow removes them', () => {
  const followers = { people: [{ name: 'cy' }], total: undefined }
  expect(overlayFollowers('bo', followers, pendingActions([setFollow, ada('bo', true)])).people).toEqual([
    { name: 'ada' },
    { name: 'cy' },
  ])
  expect(
    overlayFollowers('bo', { people: [{ name: 'Ada' }], total: 1 }, pendingActions([setFollow, ada('bo', false)])),
  ).toEqual({
    people: [],
    total: 0,
  })
})

test('a response to a request after the acknowledgement is shown unchanged', () => {
  const requested = pendingActions(ackedAt(3, [setFollow, ada('dee', true)]), 3)
  expect(overlayFollowing('ada', following, requested)).toEqual(following)
  const requestedBefore = pendingActions(ackedAt(3, [setFollow, ada('dee', true)]), 2)
  expect(overlayFollowing('ada', following, requestedBefore).total).toBe(3)
})

test('a member with a pending block is in no list and not in the total', () => {
  const pending = pendingActions([setBlock, { user: 'ada', other: 'Bo', isBlocked: true }])
  expect(overlayFollowing('ada', following, pending)).toEqual({ people: [{ name: 'cy' }], total: 1 })
  expect(overlayFollowers('eve', following, pending)).toEqual({ people: [{ name: 'cy' }], total: 1 })
})

test('the follow button shows the last pending action, whatever the case of the name', () => {
  const state = overlayFollowState(
    ['bo', 'cy'],
    pendingActions([setFollow, ada('Dee', true)], [setFollow, ada('CY', false)]),
  )
  expect(['BO', 'cy', 'dee', 'eve'].map(state.isFollowed)).toEqual([true, false, true, false])
  expect(['bo', 'cy', 'dee'].map(state.isWaiting)).toEqual([false, true, true])
})

test('the state is not following after a refused follow or unfollow', () => {
  const state = overlayFollowState(
    ['bo'],
    pendingActions(
      actionIn('parked', [setFollow, ada('bo', false)]),
      actionIn('parked', [setFollow, ada('dee', true)]),
    ),
  )
  expect(['bo', 'dee'].map(state.isFollowed)).toEqual([false, false])
})
