import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { screenshotFile, screenshotSizes, screenshots } from '../build/manifest.ts'
import { logIn, type Member } from '../tests/e2e/support/people.ts'
import { encodeIndexedPng } from './indexed-png.ts'
import { ROOT } from './runs.ts'

type Shape = keyof typeof screenshotSizes

/**
 * Takes the manifest's pictures of the running demo, dark like the icon, and writes them into
 * public/.
 */
export async function takeScreenshots(browser: Browser, url: string, member: Member): Promise<void> {
  for (const shape of ['narrow', 'wide'] as const) {
    const page = await openAs(browser, url, member, shape)
    for (const screenshot of screenshots.filter((image) => image.form_factor === shape)) {
      await page.goto(screenshot.path)
      await waitUntilLoaded(page)
      const file = join(ROOT, 'public', screenshotFile(screenshot))
      const picture = await toIndexedPng(page, await page.screenshot(), shape)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, picture)
      console.log(`${screenshotFile(screenshot)} ${picture.length} bytes`)
    }
    await page.context().close()
  }
}

async function openAs(browser: Browser, url: string, member: Member, shape: Shape): Promise<Page> {
  const { width, height, scale } = screenshotSizes[shape]
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: scale,
  })
  const page = await context.newPage()
  await logIn(page, member)
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

/** Returns an indexed PNG: a browser's own is three times as large. */
async function toIndexedPng(page: Page, png: Buffer, shape: Shape): Promise<Buffer> {
  const { width, height, scale } = screenshotSizes[shape]
  const rgba = await page
    .context()
    .newPage()
    .then((blank) => blank.evaluate(readPixels, png.toString('base64')))
  return encodeIndexedPng(Buffer.from(rgba, 'base64'), width * scale, height * scale)
}

/** Runs in a page: returns the RGBA bytes of a picture. */
async function readPixels(picture: string): Promise<string> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  if (!context) throw new Error('This browser draws no canvas')
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  let bytes = ''
  for (const byte of data) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}
