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

    // A user about to share can do so first: on a low screen the button is just above the tabs, on
    // others higher.
    await asking.getByRole('link', { name: 'Broadcast a Track' }).click()
    for (const height of [500, 640, 720, 780, 844]) {
      await asking.setViewportSize({ width: 390, height })
      await asking.getByRole('button', { name: '+ Post Track' }).click({ timeout: 5000 })
      await expect(asking.getByRole('alert')).toHaveText('Please select a track first')
      await asking.getByRole('button', { name: '+ Post Track' }).click({ trial: true, timeout: 5000 })
    }

    await asking.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => loadsOf(asking).catch(() => 0)).toBe((before[0] ?? 0) + 1)
    await expect(asking.getByRole('heading', { name: 'Broadcast a Track' })).toBeVisible()
    expect(await loadsOf(other)).toBe(before[1])
  } finally {
    await server.dispose()
    rmSync(distDir, { recursive: true, force: true })
  }
})
