import { brotliDecompressSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { BUILT_PAGE, createBuiltApp } from '#tests/support/built-page.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, nameAlbum, play } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const ORIGIN = 'https://flipside.example'
let server: TestServer
let ada: TestMember
let bo: TestMember
let nightBus: number

beforeEach(async () => {
  const settings = { publicUrl: new URL(ORIGIN), previewWaitMs: 10_000 }
  server = await testServer({ builtApp: createBuiltApp(), settings })
  ada = await makeMember(server, 'ada')
  bo = await makeMember(server, 'bo')
  nightBus = await makeTrack(server, 'Night Bus by Lamplight Parade')
  return () => server.close()
})

/** Changes take effect once the cached previews are outdated. */
const waitForChanges = () => server.clock.advance({ seconds: 10 })
const request = (path: string, headers: Record<string, string> = {}) => server.app.hono.request(path, { headers }, {})
const share = async (as: TestMember, trackId = nightBus, more: object = {}): Promise<number> =>
  (await shareTrack(server, as, trackId, more)).body.id

/** Reads a page as a crawler does: with an HTML parser, and without running it. */
async function crawl(path: string) {
  const response = await request(path)
  const html = await response.text()
  const document = new new Window().DOMParser().parseFromString(html, 'text/html')
  const tags = [...document.querySelectorAll('meta[property], meta[name]')].map((tag) => [
    tag.getAttribute('property') ?? tag.getAttribute('name') ?? '',
    tag.getAttribute('content') ?? '',
  ])
  return {
    status: response.status,
    html,
    headers: response.headers,
    titles: [...document.querySelectorAll('title')].map((title) => title.textContent),
    tags: Object.fromEntries(tags) as Record<string, string>,
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    scripts: document.querySelectorAll('script').length,
  }
}

const pathIn = (url: string | undefined) => (url ?? '').replace(ORIGIN, '')
const change = (member: TestMember, values: object) =>
  server.db.updateTable('members').set(values).where('id', '=', member.id).execute()

const setSharing = async (as: TestMember, id: number, call: 'share' | 'unshare' = 'share') =>
  expect((await server.post(`/api/${call}-song-swap`, { user: as.name, songswapid: id }, { as })).status).toBe(200)

async function createSharedSwap(): Promise<number> {
  const id = await insertCompletedSwap(server, ada, bo, nightBus)
  for (const member of [ada, bo]) await setSharing(member, id)
  return id
}

describe('the pages of a community as a crawler sees them', () => {
  test('a broadcast has the track, the author, the caption and a picture', async () => {
    const id = await share(ada, nightBus, { title: 'Best bridge of the year.' })
    const page = await crawl(`/broadcast/${id}`)
    expect([page.status, page.titles]).toEqual([200, ['Night Bus by Lamplight Parade']])
    expect(page.tags).toEqual({
      description: 'Shared by ada: Best bridge of the year.',
      'og:site_name': 'Flipside',
      'og:type': 'website',
      'og:title': 'Night Bus by Lamplight Parade',
      'og:description': 'Shared by ada: Best bridge of the year.',
      'og:url': `${ORIGIN}/broadcast/${id}`,
      'og:image': expect.stringMatching(`^${ORIGIN}/og/broadcast/${id}\\.png\\?v=[\\w-]{16}$`),
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('Night Bus'),
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Night Bus by Lamplight Parade',
      'twitter:description': 'Shared by ada: Best bridge of the year.',
      'twitter:image': page.tags['og:image'],
      'twitter:image:alt': page.tags['og:image:alt'],
    })
    expect(page.canonical).toBe(`${ORIGIN}/broadcast/${id}`)
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(page.headers.get('x-robots-tag')).toBeNull()
  })

  test('members, artists, albums, tracks and shared results of swaps have titles and pictures', async () => {
    await play(server, ada, nightBus)
    const album = await nameAlbum(server, ada, { artist: 'Lamplight Parade', title: 'Night Bus', album: 'Depot' })
    const swap = await createSharedSwap()
    const titles = {
      '/profile/ada': 'ada on Flipside',
      '/profile/%40ADA/': 'ada on Flipside',
      '/artist/1': 'Lamplight Parade',
      [`/album/${album}`]: 'Depot by Lamplight Parade',
      [`/track/${nightBus}`]: 'Night Bus by Lamplight Parade',
      [`/track-swap-results?id=${swap}`]: 'ada and bo flipped sides',
    }
    for (const [path, title] of Object.entries(titles)) {
      const page = await crawl(path)
      expect([path, page.titles, page.tags['og:title']]).toEqual([path, [title], title])
      const picture = await request(pathIn(page.tags['og:image']))
      const { width, height, format } = await sharp(await picture.arrayBuffer()).metadata()
      expect([path, picture.headers.get('content-type'), width, height, format]).toEqual([
        path,
        'image/png',
        1200,
        630,
        'png',
      ])
    }
  })

  test.each([
    ['markup', '"><script>alert(1)</script>', '"><script>alert(1)</script>'],
    ['a closing title', "</title><img src=x onerror='x'>", "</title><img src=x onerror='x'>"],
    ['entities', '&lt;b&gt; & $& $1', '&lt;b&gt; & $& $1'],
    ['emoji', '🎉👩‍👩‍👧 party', '🎉👩‍👩‍👧 party'],
    ['Arabic', 'نسم علينا الهوى', 'نسم علينا الهوى'],
    ['controls of direction', 'abc\u202egnp.exe\u2066x\u200f', 'abc gnp.exe x'],
    ['line breaks and controls', 'one\n\ttwo\u0001\u0085three', 'one two three'],
  ])('a caption with %s is text and nothing else', async (_, caption, shown) => {
    const id = await share(ada, nightBus, { title: 'x' })
    await server.db.updateTable('broadcasts').set({ title: caption }).where('id', '=', id).execute()
    const page = await crawl(`/broadcast/${id}`)
    expect(page.tags['og:description']).toBe(`Shared by ada: ${shown}`)
    expect([page.titles.length, page.scripts]).toEqual([1, 1])
    expect(page.html.replace(/.*<body>/s, '')).toBe(BUILT_PAGE.replace(/.*<body>/s, ''))
  })

  test('long texts are cut between characters', async () => {
    const id = await share(ada)
    await server.db
      .updateTable('broadcasts')
      .set({ title: '👩‍👩‍👧'.repeat(30_000) })
      .where('id', '=', id)
      .execute()
    await server.db
      .updateTable('tracks')
      .set({ title: `Z${'\u0301'.repeat(50_000)} end` })
      .execute()
    const page = await crawl(`/broadcast/${id}`)
    expect(page.html.length).toBeLessThan(12_000)
    expect(page.tags['og:description']).toMatch(/^Shared by ada: (👩‍👩‍👧)+…$/u)
    expect((await request(pathIn(page.tags['og:image']))).status).toBe(200)
  })
})

describe('what visitors may not see', () => {
  const plain = async (path: string) => {
    const page = await crawl(path)
    expect([path, page.status, page.html]).toEqual([path, 200, BUILT_PAGE])
    expect([path, page.headers.get('etag'), page.headers.get('x-robots-tag')]).toEqual([path, '"built"', null])
  }

  test('a hidden page is served as one that does not exist, and so is its picture', async () => {
    const id = await share(ada)
    const swap = await createSharedSwap()
    const paths = [`/broadcast/${id}`, '/profile/ada', `/track-swap-results?id=${swap}`]
    const suspend = () =>
      server.db
        .insertInto('suspensions')
        .values({ member_id: ada.id, reason: 'x', until: null, admin_id: null })
        .execute()
    const states: Record<string, () => Promise<unknown>> = {
      'a private profile': () => change(ada, { is_private: true, hides_from_search: true }),
      'a suspended member': () => change(ada, { is_private: false }).then(suspend),
      'a deleted member': () =>
        server.db
          .deleteFrom('suspensions')
          .execute()
          .then(() => change(ada, { deleted_at: new Date() })),
      System: () => change(ada, { deleted_at: null, is_system: true }),
    }
    for (const path of paths) expect((await crawl(path)).tags['og:title']).toBeDefined()
    for (const [state, enter] of Object.entries(states)) {
      await enter()
      waitForChanges()
      const bodies = await Promise.all(
        [`/og/broadcast/${id}.png`, '/og/profile/ada.png', `/og/swap/${swap}.png`, '/og/profile/nobody-here.png'].map(
          async (path) => {
            const response = await request(path)
            return [state, response.status, await response.text()]
          },
        ),
      )
      expect(new Set(bodies.map((body) => JSON.stringify(body)))).toHaveLength(1)
      expect(bodies[0]?.[1]).toBe(404)
      for (const path of [...paths, '/profile/nobody-here', '/broadcast/999999']) {
        await plain(path)
      }
    }
  })

  test('music that only members with hidden listening have played has no preview', async () => {
    await play(server, ada, nightBus)
    await change(ada, { hides_listening: true })
    for (const path of ['/artist/1', `/track/${nightBus}`]) await plain(path)
    await share(ada)
    waitForChanges()
    expect((await crawl(`/track/${nightBus}`)).tags['og:title']).toBe('Night Bus by Lamplight Parade')
    await plain('/artist/1')
  })

  test('results of a swap need the agreement of both, and a block ends it', async () => {
    const id = await insertCompletedSwap(server, ada, bo, nightBus)
    const path = `/track-swap-results?id=${id}`
    const shown = async () => {
      waitForChanges()
      expect((await crawl(path)).titles).toEqual(['ada and bo flipped sides'])
    }
    const hidden = async () => {
      waitForChanges()
      await plain(path)
      expect((await request(`/og/swap/${id}.png`)).status).toBe(404)
    }
    await hidden()
    await setSharing(bo, id)
    await hidden()
    await setSharing(ada, id)
    await shown()
    for (const member of [ada, bo]) {
      await setSharing(member, id, 'unshare')
      await hidden()
      await setSharing(member, id)
      await shown()
    }
    const block = (call: string) => server.post(`/api/user/${call}`, { user: 'bo', other: 'ada' }, { as: bo })
    await block('block')
    await hidden()
    await block('unblock')
    await hidden()
  })

  test('the results of a swap are hidden by a private profile and by the deletion of an account', async () => {
    bo = await server.signUp('dee')
    const path = `/track-swap-results?id=${await createSharedSwap()}`
    const makePrivate = (is_private: string) =>
      server.post('/api/user/edit-privacy', { user: 'dee', is_private }, { as: bo })
    for (const [isPrivate, titles] of [
      ['false', ['ada and dee flipped sides']],
      ['true', ['Flipside']],
      ['false', ['ada and dee flipped sides']],
    ] as const) {
      await makePrivate(isPrivate)
      waitForChanges()
      expect((await crawl(path)).titles).toEqual(titles)
    }
    const deletion = { user: 'dee', password: bo.password }
    expect((await server.post('/api/user/delete-account', deletion, { as: bo })).status).toBe(200)
    waitForChanges()
    await plain(path)
  })

  test('the start page and the page that the worker stores are those of no member', async () => {
    await share(ada)
    for (const path of ['/', '/index.html', '/?id=1', '/profile', '/search', '/dm/ada', '/track-swap-results'])
      await plain(path)
  })
})

describe('search engines', () => {
  test('a member has them leave profile, posts and lists of followers out', async () => {
    const id = await share(ada)
    const paths = ['/profile/ada', `/broadcast/${id}`, '/followers/ada', '/following/ada']
    for (const path of paths) expect((await crawl(path)).tags['robots']).toBeUndefined()
    const query = { user: 'ada', hides_from_search: 'true' }
    expect((await server.post('/api/user/edit-privacy', query, { as: ada })).status).toBe(200)
    const { body } = await server.get('/api/user/privacy', { user: 'ada' }, { as: ada })
    expect(body).toMatchObject({ hides_from_search: 1, is_private: false })
    waitForChanges()
    for (const path of [...paths, '/og/profile/ada.png']) {
      expect([path, (await request(path)).headers.get('x-robots-tag')]).toEqual([path, 'noindex'])
    }
    for (const path of paths) expect([path, (await crawl(path)).tags['robots']]).toEqual([path, 'noindex'])
    // Shared links still have a preview.
    expect((await crawl('/profile/ada')).tags['og:title']).toBe('ada on Flipside')
    expect((await crawl('/followers/ada')).titles).toEqual(['Flipside'])
  })

  test('shared results of a swap are left out if one of the two members asks for it', async () => {
    const id = await createSharedSwap()
    const path = `/track-swap-results?id=${id}`
    const robots = async () => {
      waitForChanges()
      const { tags, headers } = await crawl(path)
      const picture = await request(`/og/swap/${id}.png`)
      return [tags['robots'], headers, picture.headers].map((from) =>
        from instanceof Headers ? from.get('x-robots-tag') : (from ?? null),
      )
    }
    const none = [null, null, null]
    expect(await robots()).toEqual(none)
    for (const as of [ada, bo]) {
      const set = (hides_from_search: string) =>
        server.post('/api/user/edit-privacy', { user: as.name, hides_from_search }, { as })
      await set('true')
      expect(await robots()).toEqual(['noindex', 'noindex', 'noindex'])
      await set('false')
      expect(await robots()).toEqual(none)
    }
    expect((await crawl(path)).tags['og:title']).toBe('ada and bo flipped sides')
  })
})

describe('the document', () => {
  test('it is compressed, revalidated, and changes with a new name', async () => {
    const first = await request('/profile/ada', { 'Accept-Encoding': 'gzip, br' })
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await first.arrayBuffer())).toString()).toContain('ada on Flipside')
    const etag = first.headers.get('etag') ?? ''
    expect((await request('/profile/ada', { 'If-None-Match': etag })).status).toBe(304)
    await change(ada, { name: 'Ada' })
    waitForChanges()
    const renamed = await request('/profile/ada', { 'If-None-Match': etag })
    expect([renamed.status, await renamed.text()]).toEqual([200, expect.stringContaining('Ada on Flipside')])
  })

  test('without a database it is served as built, and pictures are retried', async () => {
    await server.db.destroy()
    expect((await crawl('/profile/ada')).html).toBe(BUILT_PAGE)
    const picture = await request('/og/profile/ada.png')
    expect([picture.status, picture.headers.get('retry-after')]).toEqual([503, '5'])
  })

  test('beyond the limit of an address it is served as built', async () => {
    const rateLimits = { ...ampleRateLimits, addressReads: { burst: 2, perSecond: 0.001 } }
    const strict = createApp({ ...server.services, config: { ...server.config, rateLimits } }, createBuiltApp())
    const loaded: [number, boolean][] = []
    for (let at = 0; at < 3; at++) {
      const page = await strict.hono.request('/profile/ada', {}, {})
      loaded.push([page.status, (await page.text()) === BUILT_PAGE])
    }
    expect(loaded).toEqual([
      [200, false],
      [200, false],
      [200, true],
    ])
  })

  test.each([
    { databasePoolSize: 10, reads: 4 },
    { databasePoolSize: 3, reads: 2 },
  ])('a slow database with $databasePoolSize connections does not delay it', async ({ databasePoolSize, reads }) => {
    const config = { ...server.config, previewWaitMs: 250, databasePoolSize }
    const hasty = createApp({ ...server.services, config }, createBuiltApp())
    const load = async (path: string) => (await hasty.hono.request(path, {}, {})).text()
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
    const locking = server.db.transaction().execute(async (tx) => {
      await sql`lock table members in access exclusive mode`.execute(tx)
      await isEnded
    })
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_locks where mode = 'AccessExclusiveLock'
      and relation = 'members'::regclass and granted`.execute(server.db)
          ).rows.length,
      )
      .toBe(1)
    const paths = Array.from({ length: 8 }, (_, at) => `/profile/member-${at}`)
    const began = performance.now()
    const pages = await Promise.all(paths.map(load))
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(pages).toEqual(paths.map(() => BUILT_PAGE))
    // The pool's other connections are free.
    const waiting = sql`select from pg_locks where relation = 'members'::regclass and not granted`
    expect((await waiting.execute(server.db)).rows).toHaveLength(reads)
    expect((await sql`select 1 as one`.execute(server.db)).rows).toEqual([{ one: 1 }])
    end()
    await locking
  })
})

describe('pictures', () => {
  test('the address changes with the picture, and an unchanged one is 304', async () => {
    const url = pathIn((await crawl('/profile/ada')).tags['og:image'])
    const first = await request(url)
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(first.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    const etag = first.headers.get('etag') ?? ''
    expect((await request(url, { 'If-None-Match': etag })).status).toBe(304)
    await change(ada, { swag: 7 })
    waitForChanges()
    expect(pathIn((await crawl('/profile/ada')).tags['og:image'])).not.toBe(url)
    const outdated = await request(url, { 'If-None-Match': etag })
    expect([outdated.status, outdated.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  })

  test('addresses that are no picture are 404', async () => {
    for (const path of ['/og/profile/ada', '/og/x/1.png', '/og/broadcast/0.png', '/og/swap/a.png'])
      expect([path, (await request(path)).status]).toEqual([path, 404])
  })
})
