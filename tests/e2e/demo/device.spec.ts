import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { feed, isReadyForOffline, likeButton, logIn, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/**
 * A browser that declines persistent storage until `decide(true)`, and counts the requests in this
 * tab's session.
 */
const declinePersistence = (page: Page) =>
  page.addInitScript(() => {
    const storage = navigator.storage
    storage.persisted = async () => sessionStorage.getItem('granted') !== null
    storage.persist = async () => {
      sessionStorage.setItem('requests', String(Number(sessionStorage.getItem('requests') ?? 0) + 1))
      return sessionStorage.getItem('granted') !== null
    }
  })

const requests = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('requests') ?? 0))

const firstLike = (page: Page) => likeButton(feed(page).getByRole('article')).first()

test('persistent storage is requested once, after the first queued write and never at startup', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await declinePersistence(page)
  await logIn(page, member)
  await page.reload()
  await isReadyForOffline(page)
  expect(await requests(page)).toBe(0)

  const like = firstLike(page)
  await like.click()
  await expect.poll(() => requests(page)).toBe(1)
  await like.click()
  await page.reload()
  await isReadyForOffline(page)
  const wasPressed = (await like.getAttribute('aria-pressed')) ?? ''
  await like.click()
  await expect(like).not.toHaveAttribute('aria-pressed', wasPressed)
  expect(await requests(page)).toBe(1)
})

test('“Offline” is reached from Settings and shows what is stored, offline too', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const member = await signUpWithListens(server.url)
  await declinePersistence(page)
  await logIn(page, member)
  await isReadyForOffline(page)
  await context.setOffline(true)
  const like = firstLike(page)
  await like.click()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Offline' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Offline' })).toBeVisible()
  const value = (name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
  await expect(value('Recent feed')).toHaveText(/^\d+ broadcasts · /)
  await expect(value('Storage used')).toHaveText(/^[\d.,]+ [MG]B of [\d.,]+ [MG]B$/)
  await expect(value('Opens offline')).toHaveText('Yes')
  await expect(value('Version')).toHaveText(/^\d+\.\d+\.\d+/)

  await page.getByRole('button', { name: 'Download now' }).click()
  await expect(page.getByText('There is no connection.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Protect stored data' }).click()
  await expect(page.getByText(/^The browser declined/).first()).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('granted', '1'))
  await page.getByRole('button', { name: 'Protect stored data' }).click()
  await expect(page.getByText('Protected from deletion', { exact: true })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  await expect(page.getByText('Everything has been sent.')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText('Everything has been sent.')).toBeVisible()
})
