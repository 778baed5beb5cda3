import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type SpecOnlyHost, startSpecOnlyHost } from '#tests/support/spec-only-host.ts'
import { variants } from '#tests/support/spec-only-variants.ts'
import { addedEndpoints } from './additions.ts'
import { section7 } from './section7.ts'

let host: SpecOnlyHost
beforeAll(async () => {
  host = await startSpecOnlyHost()
})
afterAll(() => host.stop())

const request = (method: string, path: string, query: Record<string, string>) =>
  fetch(`${host.url}${path}?${new URLSearchParams(query)}`, { method })

/** Every call's inputs, ordered so that each finds the records it needs. */
const inputs: Readonly<Record<string, Record<string, string>>> = {
  'GET /api/user/profile': { user: 'mirelle' },
  'POST /api/user/create-profile': {
    user: 'ada',
    firstname: 'ada',
    lastname: 'ada',
    email: 'a@b.example',
    password: 'secret',
  },
  'POST /api/user/login': { user: 'ada', password: 'secret' },
  'GET /api/user/get-users': { search_term: 'ad' },
  'POST /api/user/follow': { follower: 'ada', followee: 'kojiro' },
  'GET /api/user/followers': { user: 'kojiro' },
  'GET /api/user/following': { user: 'ada' },
  'POST /api/user/unfollow': { follower: 'ada', followee: 'kojiro' },
  'GET /api/artist/by-id': { id: '1' },
  'GET /api/artist/top-listeners': { artist: 'Mothlight' },
  'GET /api/artist/listens': { user: 'ada', artist: 'Mothlight' },
  'GET /api/user/top-artists': { user: 'ada' },
  'GET /api/user/top-tracks': { user: 'ada' },
  'GET /api/get-broadcasts': { current_user: 'ada' },
  'POST /api/create-like': { user: 'ada', relatedtype: 'Broadcast', relatedid: '105' },
  'GET /api/get-likes': { user: 'ada', relatedtype: 'Broadcast', relatedid: '105' },
  'GET /api/user/top-broadcasted-tracks': { user: 'mirelle', current_user: 'ada' },
  'POST /api/undo-like': { user: 'ada', relatedtype: 'Broadcast', relatedid: '105' },
  'POST /api/delete-broadcast': { id: '106' },
  'POST /api/create-broadcast': {
    user: 'ada',
    title: 'Hi',
    body: 'Kerosene by Mothlight',
    relatedtype: 'Track',
    relatedid: '4',
  },
  'POST /api/send-direct-message': { user: 'ada', recipient: 'kojiro', message: 'hi' },
  'GET /api/user/direct-messages': { user: 'ada', conversant: 'kojiro' },
  'POST /api/mark-messages-read': { sender: 'kojiro', recipient: 'ada' },
  'GET /api/user/conversations': { user: 'ada' },
  'GET /api/find-song-swap-match': { user: 'ada' },
  'POST /api/create-song-swap': { user: 'ada', matched_user: 'kojiro' },
  'POST /api/add-song-swap-track': { user: 'ada', songswapid: '120', trackid: '4' },
  'POST /api/add-song-swap-reaction': { user: 'kojiro', songswapid: '120', reaction: '5' },
  'GET /api/get-song-swaps': { user: 'ada' },
}

describe('spec-only host', () => {
  test('all 29 calls are sent to the spec-only host here', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(section7).toSorted())
  })
  test.each(Object.entries(inputs))(
    'the spec-only host responds to %s, and the contract reads it',
    async (name, query) => {
      const endpoint = endpoints.find((candidate) => endpointName(candidate) === name)
      if (!endpoint) throw new Error(`${name} is not in the contract`)
      const response = await request(endpoint.method, endpoint.path, { ...query, client_id: 'ignored' })
      const text = await response.text()
      expect([response.status, text]).toEqual([200, expect.any(String)])
      const read = v.safeParse(endpoint.response, text === '' ? undefined : JSON.parse(text))
      expect(read.issues).toBeUndefined()
    },
  )
  test('the spec-only host has none of the additions', async () => {
    for (const name of addedEndpoints) {
      const [method = '', path = ''] = name.split(' ')
      expect([name, (await request(method, path, {})).status]).toEqual([name, 404])
    }
    const { broadcasts } = v.parse(
      v.object({ broadcasts: v.array(v.record(v.string(), v.unknown())) }),
      await (await request('GET', '/api/get-broadcasts', { limit: '2' })).json(),
    )
    expect(broadcasts).toHaveLength(12)
    expect(Object.keys(broadcasts[0] ?? {})).not.toContain('track')
  })
  test('the spec-only host writes as loosely as such hosts do, and refuses without a code', async () => {
    const { broadcasts } = v.parse(
      v.object({ broadcasts: v.array(v.looseObject({})) }),
      await (await request('GET', '/api/get-broadcasts', {})).json(),
    )
    expect(broadcasts[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      isLiked: 0,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    const refused = await request('GET', '/api/user/profile', { user: 'nobody' })
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'No such user' }])
    expect(await (await request('POST', '/api/mark-messages-read', {})).text()).toBe('')
  })
  test.each(variants)('the contract reads the spec-only host as %s, row by row', async (variant) => {
    const { warn } = console
    console.warn = () => {} // invalid rows are logged
    host.speak(variant)
    for (const name of Object.keys(inputs).filter((input) => input.startsWith('GET '))) {
      const endpoint = endpoints.find((candidate) => endpointName(candidate) === name)
      if (!endpoint) throw new Error(`${name} is not in the contract`)
      const response = await (await request('GET', endpoint.path, { ...inputs[name], user: 'mirelle' })).json()
      expect([name, v.safeParse(endpoint.response, response).issues]).toEqual([name, undefined])
    }
    const feed = await (await request('GET', '/api/get-broadcasts', {})).json()
    expect(v.parse(getBroadcasts.response, feed).broadcasts).toHaveLength(12)
    const names = { minimal: undefined, full: false, 'numbers-as-strings': 0, 'odd-rows': 0 }
    expect(feed.broadcasts.find((row: { user?: string }) => row?.user === 'mirelle').isLiked).toBe(names[variant])
    console.warn = warn
  })
})
