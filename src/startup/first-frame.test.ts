import { describe, expect, test } from 'vitest'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { HEAD_LIMIT, headSearch } from '#contract/broadcasts/feed-head.ts'
import { urlOf } from '#src/api/url.ts'
import { frameOf } from './first-frame.ts'

describe('the frame shown before any script of the app has arrived', () => {
  test.each([
    ['/', 'ada', 'feed'],
    ['/', null, 'feed-visitor'],
    ['/login', null, 'login'],
    ['/search', 'ada', 'search'],
    ['/track-swap-history', 'ada', 'swap'],
    ['/artist/7', 'ada', 'profile'],
    ['/dm/ben', 'ada', 'bare'],
  ] as const)('%s for %s is %s', (path, member, frame) => {
    expect(frameOf(path, member)).toBe(frame)
  })
})

describe("the feed's early request", () => {
  test.each([null, 'ada', 'Zoë & co+1'])('is the one that the feed asks for, as %s', (member) => {
    const query = { ...(member === null ? {} : { current_user: member }), limit: HEAD_LIMIT }
    expect(`https://host.example/api/get-broadcasts?${headSearch(member)}`).toBe(
      urlOf(getBroadcasts, query, 'https://host.example'),
    )
  })
})
