import type { Page, Route } from '@playwright/test'
import { createWav } from '#tests/support/wav.ts'

interface Feed {
  broadcasts: { artist?: string; relatedid: number }[]
}

async function sendSong(route: Route, file: Buffer) {
  const headers = { 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' }
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers()['range'] ?? 'bytes=0-') ?? []
  const [first, last] = [Number(from), to === '' ? file.length - 1 : Number(to)]
  const range = { 'content-range': `bytes ${first}-${last}/${file.length}` }
  await route.fulfill({ status: 206, headers: { ...headers, ...range }, body: file.subarray(first, last + 1) })
}

/**
 * Gives the page a library that has one artist's tracks in the feed, as songs that last some
 * seconds. Returns the play reports' paths and parameters.
 */
export async function mockLibrary(page: Page, artist: string, seconds: number): Promise<readonly URL[]> {
  const reports: URL[] = []
  const file = createWav(seconds, { hertz: 440 })
  await page.route('**/library/songs/*', (route) => sendSong(route, file))
  await page.route('**/api/get-broadcasts*', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    // A page that is reloaded or closed meanwhile disposes of the response.
    const body: Feed | undefined = await response.json().catch(() => undefined)
    if (body === undefined) return
    const json = {
      broadcasts: body.broadcasts.map((row) =>
        row.artist === artist ? { ...row, links: `library:${row.relatedid}` } : row,
      ),
    }
    return route.fulfill({ response, json })
  })
  await page.route('**/api/user/report-play*', async (route) => {
    reports.push(new URL(route.request().url()))
    await route.fulfill({ json: { success: true } })
  })
  return reports
}
