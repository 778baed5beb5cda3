import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import type { SpecOnlyHost } from '#tests/support/spec-only-host.ts'
import { variants } from '#tests/support/spec-only-variants.ts'
import { broadcast, feed, likeButton, logIn } from '../support/people.ts'
import { expect, mirelle, test } from '../support/spec-only-world.ts'

/** Creates mirelle's data: a message and an invite from kojiro, and a post by System. */
function prepare({ community }: SpecOnlyHost) {
  const { broadcasts, messages, swaps, nextId } = community
  const at = new Date(Date.now() - 60_000)
  const post = { title: 'New member', body: 'tamsin joined.', type: 'Activity', relatedid: 0 }
  broadcasts.push({ id: nextId(), user: 'System', ...post, at, likedBy: new Set() })
  messages.push({ id: nextId(), from: 'kojiro', to: 'mirelle', message: 'Heard this?', at })
  swaps.push({ id: nextId(), initiated: 'kojiro', matched: 'mirelle', tracks: [1, null], reactions: [null, null], at })
}

/** The host's own format is the one that the other tests on this host use. */
const tested = variants.filter((variant) => variant !== 'numbers-as-strings')

const likers = ({ community }: SpecOnlyHost, title: string) => [
  ...(community.broadcasts.find((broadcast) => broadcast.title === title)?.likedBy ?? []),
]

async function likes(page: Page, host: SpecOnlyHost, title: string) {
  const heart = likeButton(broadcast(page, title))
  await heart.click()
  await expect.poll(() => likers(host, title)).toEqual(['mirelle'])
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
}

async function readsTheFeed(page: Page, host: SpecOnlyHost) {
  await expect(feed(page).getByRole('article').first()).toHaveAttribute('aria-setsize', '13')
  await expect(broadcast(page, 'New member')).toContainText('tamsin joined.')
  await likes(page, host, 'Number 12 of twelve')
  await likes(page, host, 'New member')
  await likeButton(broadcast(page, 'Number 12 of twelve')).click()
  await expect.poll(() => likers(host, 'Number 12 of twelve')).toEqual([])
}

async function meetsPeople(page: Page) {
  await page.goto('/dm/kojiro')
  await expect(page.getByText('Heard this?')).toBeVisible()
  await page.goto('/dm/nobody-of-this-name')
  await expect(page.getByText('User not found.')).toBeVisible()
  await page.goto('/profile/kojiro')
  await expect(page.getByRole('heading', { name: 'Top broadcasted tracks' })).toBeVisible()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await page.goto('/following/mirelle')
  await expect(page.getByText('kojiro').first()).toBeVisible()
}

async function playsASwap(page: Page) {
  await page.goto('/track-swap-history')
  await expect(page.getByText('Matched with:')).toHaveCount(1)
  await page.goto('/track-swap')
  await expect(page.getByRole('heading', { name: 'kojiro' })).toBeVisible()
  await expect(page.getByRole('option').first()).toBeVisible()
}

const isCalm = async (page: Page) => {
  await expect(page.getByText(/could not be sent|Offline|Not on this device|Failed to|waiting to send/)).toHaveCount(0)
}

test('the feed, people, messages and swaps work with every response format of a host', { tag: NIGHTLY }, async ({
  browser,
  host,
  baseURL,
}) => {
  test.slow()
  for (const variant of tested) {
    await test.step(variant, async () => {
      host.speak(variant)
      prepare(host)
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        viewport: { width: 390, height: 844 },
      })
      const page = await context.newPage()
      await logIn(page, mirelle)
      await readsTheFeed(page, host)
      await meetsPeople(page)
      await isCalm(page)
      await playsASwap(page)
      await isCalm(page)
      await context.close()
    })
  }
})
