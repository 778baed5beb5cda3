import { expect, test } from 'vitest'
import { ackedAt, actIn, pendingActs } from '#tests/support/pending-actions.ts'
import { setBlock, setFollow } from '../senders.ts'
import { overlayFollowers, overlayFollowing, overlayFollowState } from './overlay.ts'

const ada = (followee: string, isFollowing: boolean) => ({ user: 'ada', followee, isFollowing })
const following = { people: [{ name: 'bo' }, { name: 'cy' }], total: 2 }

test('who was followed on the train stands first in the list, and is counted once', () => {
  const pending = pendingActs([setFollow, ada('dee', true)])
  const once = overlayFollowing('ada', following, pending)
  expect(once).toEqual({ people: [{ name: 'dee' }, { name: 'bo' }, { name: 'cy' }], total: 3 })
  expect(overlayFollowing('ada', once, pending)).toEqual(once)
})

test('the last word counts: followed, thought better of it', () => {
  const pending = pendingActs(
    [setFollow, ada('BO', false)],
    [setFollow, ada('dee', true)],
    [setFollow, ada('dee', false)],
  )
  expect(overlayFollowing('Ada', following, pending)).toEqual({ people: [{ name: 'cy' }], total: 1 })
})

test("another member's list is not touched by what one follows oneself", () => {
  expect(overlayFollowing('eve', following, pendingActs([setFollow, ada('dee', true)]))).toEqual(following)
})

test("one's own name appears among the followers, and goes again", () => {
  const followers = { people: [{ name: 'cy' }], total: undefined }
  expect(overlayFollowers('bo', followers, pendingActs([setFollow, ada('bo', true)])).people).toEqual([
    { name: 'ada' },
    { name: 'cy' },
  ])
  expect(
    overlayFollowers('bo', { people: [{ name: 'Ada' }], total: 1 }, pendingActs([setFollow, ada('bo', false)])),
  ).toEqual({
    people: [],
    total: 0,
  })
})

test('an answer that was asked for after the acknowledgement is shown as it is', () => {
  const asked = pendingActs(ackedAt(3, [setFollow, ada('dee', true)]), 3)
  expect(overlayFollowing('ada', following, asked)).toEqual(following)
  const askedBefore = pendingActs(ackedAt(3, [setFollow, ada('dee', true)]), 2)
  expect(overlayFollowing('ada', following, askedBefore).total).toBe(3)
})

test('who was blocked here is in no list, and is counted out', () => {
  const pending = pendingActs([setBlock, { user: 'ada', other: 'Bo', isBlocked: true }])
  expect(overlayFollowing('ada', following, pending)).toEqual({ people: [{ name: 'cy' }], total: 1 })
  expect(overlayFollowers('eve', following, pending)).toEqual({ people: [{ name: 'cy' }], total: 1 })
})

test('the button says what was done here last, whatever the case of the name', () => {
  const state = overlayFollowState(
    ['bo', 'cy'],
    pendingActs([setFollow, ada('Dee', true)], [setFollow, ada('CY', false)]),
  )
  expect(['BO', 'cy', 'dee', 'eve'].map(state.isFollowed)).toEqual([true, false, true, false])
  expect(['bo', 'cy', 'dee'].map(state.isWaiting)).toEqual([false, true, true])
})

test('where following or unfollowing was refused, the state is not following', () => {
  const state = overlayFollowState(
    ['bo'],
    pendingActs(actIn('parked', [setFollow, ada('bo', false)]), actIn('parked', [setFollow, ada('dee', true)])),
  )
  expect(['bo', 'dee'].map(state.isFollowed)).toEqual([false, false])
})
