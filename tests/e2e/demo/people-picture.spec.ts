import type { Page } from '@playwright/test'
import { PICTURE_MAX_BYTES, PICTURE_SIDES } from '#contract/accounts/pictures.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUp } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** Returns a JPEG of noise, 1,600 by 1,200, with an Exif block with a location, like a camera's. */
async function photograph(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 1200)
    const pen = canvas.getContext('2d')
    const noise = new ImageData(1600, 1200)
    let seed = 7
    for (let at = 0; at < noise.data.length; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      noise.data[at] = at % 4 === 3 ? 255 : seed >> 16
    }
    pen?.putImageData(noise, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const said = Buffer.from('Exif\0\0MM\0*GPS 48.8584 N 2.2945 E', 'latin1')
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, said.length + 2]), said])
  const jpeg = Buffer.from(encoded)
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** Returns a JPEG's segment names before its picture data, such as 0xe1 for Exif. */
function segmentsOf(jpeg: Buffer): number[] {
  const found: number[] = []
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    found.push(jpeg[at + 1] ?? 0)
  return found
}

/** Records the form data that the page sends: the browser hides bodies with files. */
function noteForms() {
  const noted: [string, Blob][] = []
  Object.assign(globalThis, { noted })
  globalThis.FormData = class extends FormData {
    override append(size: string, value: string | Blob, file?: string) {
      if (!(value instanceof Blob)) return super.append(size, value)
      noted.push([size, value])
      super.append(size, value, file)
    }
  }
}
/** Returns the picture files that were sent last, as bytes. */
const leftDevice = (page: Page) =>
  page.evaluate(async () => {
    const { noted } = globalThis as unknown as { noted: [string, Blob][] } // by `noteForms`
    const files = noted.slice(-4)
    return Promise.all(
      files.map(async ([size, blob]) => ({ size, bytes: [...new Uint8Array(await blob.arrayBuffer())] })),
    )
  })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your picture' })

test('a picture chosen in a tunnel stays, and is uploaded small and without metadata', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, context, server }) => {
  const ada = await signUp(server.url)
  await page.addInitScript(noteForms)
  await logIn(page, ada)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add Picture' }).click()
  const file = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: await photograph(page) }
  expect(segmentsOf(file.buffer)).toContain(0xe1)
  await context.setOffline(true)
  await page.getByLabel('Picture file').setInputFiles(file)
  await expect(dialog(page).getByRole('img', { name: 'Preview of your picture' })).toBeVisible()
  await expect(dialog(page).getByText(/Saving a picture needs a connection/)).toBeVisible()
  await page.getByRole('button', { name: 'Save Picture' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The server cannot be reached')
  await expect(dialog(page).getByRole('img', { name: 'Preview of your picture' })).toBeVisible()
  await context.setOffline(false)

  await page.getByRole('button', { name: 'Save Picture' }).click()
  await expect(page.getByText('Picture saved').first()).toBeVisible()
  const left = await leftDevice(page)
  expect(left.map(({ size }) => size)).toEqual(Object.keys(PICTURE_SIDES))
  for (const { bytes } of left) {
    expect(bytes.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES)
    expect(Buffer.from(bytes).includes('GPS 48')).toBe(false)
  }
  const response = await fetch(`${server.url}/api/user/profile?user=${ada.name}`)
  const profile: Record<string, string> = (await response.json()).userProfile[0]
  for (const [size, side] of Object.entries(PICTURE_SIDES)) {
    const picture = Buffer.from(await (await fetch(new URL(profile[`pfp${size}`] ?? '', server.url))).arrayBuffer())
    expect(picture.length, size).toBeLessThanOrEqual(PICTURE_MAX_BYTES)
    // A WebP without the chunks of metadata.
    expect(picture.toString('latin1', 8, 12), size).toBe('WEBP')
    expect(picture.toString('latin1'), size).not.toMatch(/EXIF|XMP |ICCP|GPS 48/)
    const shown = await page.evaluate(
      async (bytes) => {
        const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/webp' }))
        return { width, height }
      },
      [...picture],
    )
    expect(shown).toEqual({ width: side, height: side })
  }
})

test('a file that is no picture shows an error, and another can be chosen', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add Picture' }).click()
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(dialog(page).getByRole('alert')).toHaveText("This device can't read this file as a picture.")
  await expect(page.getByRole('button', { name: 'Choose Picture' })).toBeEnabled()
})
