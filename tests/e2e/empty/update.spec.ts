import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { isReadyForOffline, logIn, signUp } from '../support/people.ts'
import { freePort, startServer } from '../support/server.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const BUILT = resolve(import.meta.dirname, '../../../dist')

/** Counts the page's loads in the page itself, across reloads. */
const countLoads = (page: Page) =>
  page.addInitScript(() => {
    const loads = Number(sessionStorage.getItem('loads') ?? 0) + 1
    sessionStorage.setItem('loads', String(loads))
  })
const loadsOf = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('loads')))
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

/** Returns the field and submit button names that a toast covers, by geometry. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-state=open]')].map((toast) => toast.getBoundingClientRect())
    const controls = [...document.querySelectorAll('main :is(input, textarea, select, button)')]
    return controls
      .filter((control) => {
        const box = control.getBoundingClientRect()
        return toasts.some(
          (toast) =>
            toast.left < box.right && box.left < toast.right && toast.top < box.bottom && box.top < toast.bottom,
        )
      })
      .map((control) => control.textContent || control.getAttribute('placeholder'))
  })

test('a new version asks before it updates, and only the tab that agreed reloads, once', { tag: WITH_WORKER }, async ({
  context,
}) => {
  const distDir = mkdtempSync(join(tmpdir(), 'flipside-update-'))
  cpSync(BUILT, distDir, { recursive: true })
  const server = await startServer({ isDemo: false, port: await freePort(), settings: { DIST_DIR: distDir } })
  try {
    const [asking, other] = [await context.newPage(), await context.newPage()]
    for (const page of [asking, other]) await countLoads(page)
    await asking.goto(`${server.url}/login`)
    await logIn(asking, await signUp(server.url))
    await isReadyForOffline(asking)
    await asking.goto(server.url)
    await other.goto(server.url)
    const before = [await loadsOf(asking), await loadsOf(other)]
    // a tab behind another one paints once a second, and each click waits for frames
    await asking.bringToFront()

    // Another build: the browser compares the worker byte by byte.
    for (const copy of ['sw.js.br', 'sw.js.gz']) rmSync(join(distDir, copy), { force: true })
    appendFileSync(join(distDir, 'sw.js'), '\n// a newer build\n')
    await server.stop()
    await server.start()
    await lookForUpdate(asking)
    await expect(asking.getByText('A new version is ready', { exact: true })).toBeVisible()
    expect([await loadsOf(asking), await loadsOf(other)]).toEqual(before)

    // On a form the offer waits, also with an on-screen keyboard, which leaves a low screen.
    const offer = asking.getByText('A new version is ready', { exact: true })
    for (const [width, height] of [
      [320, 640],
      [320, 300],
      [390, 844],
      [390, 400],
    ] as const) {
      await asking.setViewportSize({ width, height })
      await asking.getByRole('link', { name: 'Feed', exact: true }).click()
      await expect(offer).toBeVisible()
      await asking.getByRole('link', { name: 'Broadcast a Track' }).click()
      await asking.getByRole('textbox', { name: 'Caption' }).fill('Half a caption')
      // The offer leaves within its transition.
      await expect.poll(() => coveredControls(asking)).toEqual([])
      await asking.getByRole('button', { name: '+ Post Track' }).click({ timeout: 5000 })
      await expect(asking.getByRole('alert')).toHaveText('Please select a track first')
      await expect(offer).toBeHidden()
    }
    await asking.getByRole('link', { name: 'Back to Feed' }).click()
    await expect(offer).toBeVisible()

    await asking.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => loadsOf(asking).catch(() => 0)).toBe((before[0] ?? 0) + 1)
    await expect(asking.getByRole('link', { name: 'Broadcast a Track' })).toBeVisible()
    expect(await loadsOf(other)).toBe(before[1])
  } finally {
    await server.dispose()
    rmSync(distDir, { recursive: true, force: true })
  }
})
