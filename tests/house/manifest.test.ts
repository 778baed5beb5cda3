import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { manifest, screenshotSizes } from '../../build/manifest.ts'
import { isPagePath } from '../../server/web/page-paths.ts'

const PUBLIC = join(import.meta.dirname, '../../public')
/** A store shows them at the installation, on a phone's connection. */
const SCREENSHOT_MAX_BYTES = 80_000

interface Picture {
  readonly src: string
  readonly sizes?: string | undefined
  readonly type?: string | undefined
}

const pictures: readonly Picture[] = [
  ...(manifest.icons ?? []),
  ...(manifest.screenshots ?? []),
  ...(manifest.shortcuts ?? []).flatMap(({ icons }) => icons ?? []),
].map(({ src, sizes, type }) => ({ src, sizes, type }))

test.each([...new Map(pictures.map((picture) => [picture.src, picture])).values()])(
  'the picture $src exists, with the size and type that the manifest has',
  async ({ src, sizes, type }) => {
    const { width, height, format } = await sharp(await readFile(join(PUBLIC, src))).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
  },
)

test('the paths of the manifest are those of screens', () => {
  const paths = [manifest.start_url, manifest.share_target?.action, ...(manifest.shortcuts ?? []).map(({ url }) => url)]
  for (const path of paths) expect(isPagePath(String(path)), String(path)).toBe(true)
  expect(manifest.id).toBe('/')
})

test('screenshots exist for both shapes, within what browsers accept', async () => {
  for (const shape of ['narrow', 'wide'] as const) {
    const shown = (manifest.screenshots ?? []).filter(({ form_factor }) => form_factor === shape)
    // Chromium shows at most 8 on a desktop and 5 on Android, in one aspect ratio.
    expect(shown.length).toBeGreaterThanOrEqual(2)
    expect(shown.length).toBeLessThanOrEqual(5)
    expect(new Set(shown.map(({ sizes }) => sizes)).size).toBe(1)
    const { width, height } = screenshotSizes[shape]
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(2.3)
  }
  for (const { src } of manifest.screenshots ?? []) {
    const { length } = await readFile(join(PUBLIC, src))
    expect(length, src).toBeLessThan(SCREENSHOT_MAX_BYTES)
  }
})

test('each shortcut has a name, an icon and a path of its own', () => {
  const shortcuts = manifest.shortcuts ?? []
  expect(new Set(shortcuts.map(({ url }) => url)).size).toBe(shortcuts.length)
  for (const { name, icons } of shortcuts) expect([name.length > 0, icons?.length]).toEqual([true, 1])
})
