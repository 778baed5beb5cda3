import { expect, test } from 'vitest'
import { ackedAt, pendingActs } from '#tests/support/pending-acts.ts'
import { follow, unfollow } from './actions.ts'
import { overlayFollowers, overlayFollowing } from './overlay.ts'

const ada = (followee: string) => ({ user: 'ada', followee })
const following = { people: [{ following: 'bo' }, { following: 'cy' }], total: 2 }

test('who was followed on the train stands first in the list, and is counted once', () => {
  const pending = pendingActs([follow, ada('dee')])
  const once = overlayFollowing('ada', following, pending)
  expect(once).toEqual({ people: [{ following: 'dee' }, { following: 'bo' }, { following: 'cy' }], total: 3 })
  expect(overlayFollowing('ada', once, pending)).toEqual(once)
})

test('the last word counts: followed, thought better of it', () => {
  const pending = pendingActs([unfollow, ada('BO')], [follow, ada('dee')], [unfollow, ada('dee')])
  expect(overlayFollowing('Ada', following, pending)).toEqual({ people: [{ following: 'cy' }], total: 1 })
})

test("another member's list is not touched by what one follows oneself", () => {
  expect(overlayFollowing('eve', following, pendingActs([follow, ada('dee')]))).toEqual(following)
})

test("one's own name appears among the followers, and goes again", () => {
  const followers = { people: [{ follower: 'cy' }], total: undefined }
  expect(overlayFollowers('bo', followers, pendingActs([follow, ada('bo')])).people).toEqual([
    { follower: 'ada' },
    { follower: 'cy' },
  ])
  expect(
    overlayFollowers('bo', { people: [{ follower: 'Ada' }], total: 1 }, pendingActs([unfollow, ada('bo')])),
  ).toEqual({
    people: [],
    total: 0,
  })
})

test('an answer that was asked for after the acknowledgement is shown as it is', () => {
  const asked = pendingActs(ackedAt(3, [follow, ada('dee')]), 3)
  expect(overlayFollowing('ada', following, asked)).toEqual(following)
  const askedBefore = pendingActs(ackedAt(3, [follow, ada('dee')]), 2)
  expect(overlayFollowing('ada', following, askedBefore).total).toBe(3)
})
