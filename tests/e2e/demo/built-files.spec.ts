import { namedAddresses } from '../support/named-addresses.ts'
import { expect, test } from '../support/world.ts'

/** The app's page without and with a preview, a server page, and what the worker stores. */
const STARTS = ['/', '/index.html', '/login', '/profile/mirelle', '/sw.js']

test('no page, script, style sheet or manifest of the build names a file that does not exist', async ({ server }) => {
  const visited = new Set<string>()
  const missing: string[] = []
  const visit = async (address: string, from: string, expected = 200): Promise<void> => {
    const url = new URL(address, server.url)
    if (url.origin !== new URL(server.url).origin || visited.has(url.pathname)) return
    visited.add(url.pathname)
    const response = await fetch(url, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    if (response.status !== expected) missing.push(`${url.pathname}: ${response.status}, named by ${from}`)
    const type = response.headers.get('content-type') ?? ''
    const text = /^(?:text|application)\//.test(type) ? await response.text() : ''
    for (const named of namedAddresses(url.pathname, type, text)) await visit(named, url.pathname)
  }
  const feed = await fetch(`${server.url}/api/get-broadcasts?limit=1`)
  const { broadcasts } = (await feed.json()) as { broadcasts: { id: number }[] }
  for (const start of [...STARTS, `/broadcast/${broadcasts[0]?.id}`]) await visit(start, 'this test')
  await visit('/there-is-nothing-here', 'this test', 404)
  expect(missing).toEqual([])
  const paths = [...visited].join('\n')
  for (const kind of [/index-.*\.js/, /assets\/.*\.css/, /\.woff2/, /startup\/dark-/, /icon-512/, /screenshots\/swap-/])
    expect(paths, 'what this test has read').toMatch(kind)
})

test('a page load gets no response that is an error', async ({ page }) => {
  const errors: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.url()}: ${response.status()}`)
  })
  for (const path of ['/', '/login', '/profile/mirelle', '/charts']) {
    await page.goto(path)
    await expect(page.locator('main:not([inert], #filled *) h1')).toBeVisible()
  }
  expect(errors).toEqual([])
})
