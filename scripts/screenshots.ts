import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { screenshotFile, screenshotSizes, screenshots } from '../build/manifest.ts'
import { isReadyForOffline, type Member, rememberLogIn } from '../tests/e2e/support/people.ts'
import { ROOT } from './runs.ts'

/**
 * Takes the manifest's pictures on the running demo, dark like the icon, and writes them into
 * public/.
 */
export async function takeScreenshots(browser: Browser, url: string, member: Member): Promise<void> {
  for (const shape of ['narrow', 'wide'] as const) {
    const page = await openAs(browser, url, member, screenshotSizes[shape], 'dark')
    for (const screenshot of screenshots.filter((image) => image.form_factor === shape)) {
      await page.goto(screenshot.path)
      await waitUntilLoaded(page)
      if (screenshot.path === '/' && shape === 'narrow') await showPlaying(page)
      const file = join(ROOT, 'public', screenshotFile(screenshot))
      const picture = await toIndexedPng(await page.screenshot())
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, picture)
      console.log(`${screenshotFile(screenshot)} ${picture.length} bytes`)
    }
    await page.context().close()
  }
}

const README_PICTURE = 'docs/images/flipside.png'
const README_SIZE = { width: 900, height: 640, scale: 2 } as const

/** Takes the README's picture: the feed, the feed in a tunnel, and a swap. */
export async function takeReadmePicture(browser: Browser, url: string, member: Member): Promise<void> {
  const dark = await openAs(browser, url, member, screenshotSizes.narrow, 'dark')
  const light = await openAs(browser, url, member, screenshotSizes.narrow, 'light')
  await waitUntilLoaded(dark)
  await showPlaying(dark)
  const phones = [await dark.screenshot()]
  await isReadyForOffline(light)
  await waitUntilLoaded(light)
  await showPlaying(light)
  await light.context().setOffline(true)
  await light.waitForFunction(() => !navigator.onLine)
  await light
    .getByRole('button', { name: /^Like, /, pressed: false })
    .first()
    .click()
  await light.getByText(/waiting to send/).waitFor()
  await light.evaluate(() => scrollTo(0, 0))
  phones.push(await light.screenshot())
  await dark.goto('/track-swap-history')
  await dark
    .getByRole('list', { name: 'Track swaps' })
    .getByRole('link')
    .filter({ hasText: 'Completed' })
    .first()
    .click()
  await dark.getByRole('heading', { name: 'Track Swap Results' }).waitFor()
  await waitUntilLoaded(dark)
  phones.push(await dark.screenshot())

  const { width, height, scale } = README_SIZE
  const sheet = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  const images = phones.map(
    (phone) => `<img width="270" alt="" src="data:image/png;base64,${phone.toString('base64')}">`,
  )
  await sheet.setContent(`<style>body{margin:0;block-size:100vh;background:#3a3741;display:flex;gap:24px;
    justify-content:center;align-items:center}img{border-radius:22px}</style>${images.join('')}`)
  const picture = await toIndexedPng(await sheet.screenshot())
  await writeFile(join(ROOT, README_PICTURE), picture)
  console.log(`${README_PICTURE} ${picture.length} bytes`)
  for (const page of [dark, light, sheet]) await page.context().close()
}

interface Size {
  readonly width: number
  readonly height: number
  readonly scale: number
}

async function openAs(
  browser: Browser,
  url: string,
  member: Member,
  { width, height, scale }: Size,
  colorScheme: 'dark' | 'light',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: scale,
  })
  const page = await context.newPage()
  await rememberLogIn(page, member)
  await page.goto('/')
  return page
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByText(/^(Loading|Finding)/).waitFor({ state: 'detached' })
  // The display font loads after the first view.
  await page.locator('html[data-font]').waitFor()
  await page.evaluate(() => document.fonts.load('700 1em "Bricolage Grotesque"').then(() => document.fonts.ready))
}

/** Scrolls the feed to the tracks that play now: they come above what is shown. */
async function showPlaying(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Playing now' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

/** Returns an indexed PNG: a browser's own is three times as large. */
const toIndexedPng = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, quality: 80, dither: 0.5, effort: 10, compressionLevel: 9 }).toBuffer()
