import { expect, test } from 'vitest'
import { createEntrance } from './entrance.ts'
import type { Fetch } from './listen.ts'

async function open(path: string, accept: string): Promise<Response> {
  const request = new Request(`http://host${path}`, { headers: { accept } })
  const unused = {} as Parameters<Fetch>[1]
  const response = await createEntrance({ publicUrl: null }).fetch(request, unused)
  return response instanceof Response ? response : expect.fail('no response')
}

test('while the server starts, a browser gets a page that loads again, and the app an error', async () => {
  const page = await open('/profile/ada', 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect([page.status, page.headers.get('refresh'), page.headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('Flipside is being updated.')

  for (const [path, accept] of [
    ['/api/get-broadcasts', 'text/html'],
    ['/assets/index.js', '*/*'],
  ] as const) {
    const error = await open(path, accept)
    expect([error.status, error.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await error.json()).toMatchObject({ error: 'Flipside is being updated. Please try again.' })
  }
  const [live, ready] = [await open('/livez', 'text/html'), await open('/readyz', 'text/html')]
  expect([live.status, await ready.json()]).toEqual([200, { status: 'starting' }])
})
