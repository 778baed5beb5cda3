import { describe, expect, test } from 'vitest'
import { getBroadcasts, getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { FOLLOWING_FEED, HEAD_LIMIT, headPath } from '#contract/broadcasts/feed-head.ts'
import { toUrl } from '#src/api/url.ts'
import { readFeedHtml } from './feed-html.ts'
import { activeTabLink, findFrame } from './first-frame.ts'

describe('the frame shown before any script of the app has arrived', () => {
  test.each([
    ['/', 'feed', '/'],
    ['/login', 'login', '/profile'],
    ['/search', 'screen', '/search'],
    ['/track-swap-history', 'screen', '/track-swap-entry'],
    ['/artist/7', 'screen', '/profile'],
    ['/dm/ben', 'conversation', undefined],
  ] as const)('the path %s has the frame %s and the active tab %s', (path, frame, tab) => {
    expect(findFrame(path)).toBe(frame)
    expect(activeTabLink(path)).toBe(tab)
  })
})

describe("the feed's early request", () => {
  test.each([null, 'ada', 'Zoë & co+1'])(
    'the early request has the same URL as the request of the feed, as %s',
    (member) => {
      const query = { ...(member === null ? {} : { current_user: member }), limit: HEAD_LIMIT }
      const url = toUrl(getBroadcasts, query, 'https://host.example')
      expect(`https://host.example${headPath(member, null)}`).toBe(url)
      expect(`https://host.example${headPath(member, 'other')}`).toBe(url)
    },
  )

  test('the early request is that of the feed of followed members if the device shows it', () => {
    const member = 'Zoë & co+1'
    expect(`https://host.example${headPath(member, FOLLOWING_FEED)}`).toBe(
      toUrl(getFollowingBroadcasts, { user: member, limit: HEAD_LIMIT }, 'https://host.example'),
    )
    expect(headPath(null, FOLLOWING_FEED)).toBe(headPath(null, null))
  })
})

describe('the stored HTML of the feed', () => {
  const stored = JSON.stringify({ build: '', member: 'ada', html: '<p>hello</p>' })
  test('the stored feed is returned only for its member', () => {
    expect(readFeedHtml('ada', () => stored)).toBe('<p>hello</p>')
    expect(readFeedHtml('ben', () => stored)).toBeUndefined()
    expect(readFeedHtml(null, () => stored)).toBeUndefined()
  })
  test('a stored feed of another build, whose style sheet is missing, is ignored', () => {
    expect(readFeedHtml('ada', () => stored.replace('"build":""', '"build":"older"'))).toBeUndefined()
  })
  test.each([null, '', 'null', '{', '[]', '7', '{"build":"","member":"ada"}'])(
    'the stored feed is ignored if it is %s',
    (text) => {
      expect(readFeedHtml('ada', () => text)).toBeUndefined()
    },
  )
})
