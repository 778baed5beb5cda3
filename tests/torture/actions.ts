import { expect, type Page } from '@playwright/test'
import { nameKey } from '#contract/accounts/names.ts'
import {
  broadcast,
  deleteBroadcast,
  isReadyForOffline,
  likeButton,
  logIn,
  shareTrack,
} from '#tests/e2e/support/people.ts'
import type { Ledger } from './ledger.ts'
import { plant } from './plant.ts'
import type { Scene } from './world.ts'

/**
 * A member's actions in one run. Every member likes one broadcast, shares a track, writes three
 * messages, follows, starts a swap and rates another member's track.
 */
export interface Plan {
  /** Likes another broadcast and undoes it. */
  readonly isLikeTakenBack: boolean
  /** Deletes an own broadcast, which can be undone for 5 s before it is sent. */
  readonly isDeleting: boolean
}

/**
 * Signs in, and opens all screens that the actions need, so that no first request meets a fault.
 */
export async function settleIn(page: Page, scene: Scene): Promise<void> {
  await logIn(page, scene.me)
  await isReadyForOffline(page)
  await page.goto('/') // now through the worker
  await expect(broadcast(page, scene.like)).toBeVisible()
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Feed', exact: true }).click()
  await expect(broadcast(page, scene.like)).toBeVisible()
}

/**
 * Acts as a user would; resolves when the page shows each action, which means that it is durable.
 */
export async function act(page: Page, scene: Scene, plan: Plan): Promise<void> {
  if (plan.isDeleting) {
    await deleteBroadcast(broadcast(page, scene.remove))
    await expect(broadcast(page, scene.remove)).toBeHidden()
  }
  await press(page, scene.like, true)
  if (plan.isLikeTakenBack) {
    await press(page, scene.unlike, true)
    await press(page, scene.unlike, false)
  }
  await writeAndFollow(page, scene)
  await shareTrack(page, scene.share)
  await expect(broadcast(page, scene.share)).toBeVisible()
}

const MESSAGES = ['one', 'two', 'three']
const RATING = 4

/**
 * Three messages in one lane, in order, a follow, a new swap with its track (two calls), and a
 * rating.
 */
const writeAndFollow = (page: Page, { member, other, swapId, trackId }: Scene) =>
  plant(page, member, [
    ...MESSAGES.map((message) => ({
      action: 'messages.send',
      args: { user: member, recipient: other, message },
      lane: `dm:${nameKey(other)}`,
    })),
    {
      action: 'accounts.setFollow',
      args: { user: member, followee: other, isFollowing: true },
      lane: `follow:${nameKey(other)}`,
    },
    {
      action: 'swaps.start',
      args: { user: member, matchedUser: other, trackId, track: 'Track 1', artist: 'The Tunnels', url: '' },
      lane: `swap:new-${swapId}`,
    },
    { action: 'swaps.rate', args: { user: member, swapId, reaction: RATING }, lane: `swap:${swapId}` },
  ])

/**
 * Clicks a heart until it changes: it is locked while its request is in flight, which may begin
 * during the click.
 */
async function press(page: Page, words: string, isLiked: boolean): Promise<void> {
  const heart = likeButton(broadcast(page, words))
  await expect(async () => {
    await expect(heart).not.toHaveAttribute('aria-disabled', 'true')
    if ((await heart.getAttribute('aria-pressed')) !== String(isLiked)) await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', String(isLiked), { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

/** Returns the exact database content after a whole plan has arrived. */
export const arrived = (plan: Plan): Ledger => ({
  liked: 1,
  likedCounter: 1,
  unliked: 0,
  unlikedCounter: 0,
  shared: 1,
  isDeleted: plan.isDeleting,
  messages: MESSAGES,
  follows: 1,
  swaps: 1,
  swapsWithoutTrack: 0,
  rating: RATING,
  swag: RATING,
  byOthers: 0,
})

/** The database content before anything has arrived. */
export const nothingArrived: Ledger = {
  liked: 0,
  likedCounter: 0,
  unliked: 0,
  unlikedCounter: 0,
  shared: 0,
  isDeleted: false,
  messages: [],
  follows: 0,
  swaps: 0,
  swapsWithoutTrack: 0,
  rating: null,
  swag: 0,
  byOthers: 0,
}
