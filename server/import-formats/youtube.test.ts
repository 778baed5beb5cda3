import { describe, expect, test } from 'vitest'
import { youtubeCell, youtubeHtml, youtubeWatch } from '#tests/support/listen-files.ts'
import { createFileReader } from '#tests/support/read-listens.ts'
import { makeZip } from '#tests/support/zips.ts'

const { read } = createFileReader(Date.UTC(2024, 5, 1) / 1000)
const AT = 1_715_950_440
const ferry = (more: object = {}) => ({
  artist: 'Nine Rooms',
  title: 'Slow Ferry',
  listenedAt: AT,
  details: { service: 'music.youtube.com', links: { origin_url: 'https://music.youtube.com/watch?v=-e8Nfjl_AKk' } },
  ...more,
})
const channelOf = (name: string) => ({ subtitles: [{ name, url: 'https://www.youtube.com/channel/x' }] })
const video = { header: 'YouTube', titleUrl: 'https://www.youtube.com/watch?v=1' }
const readJson = async (...entries: readonly object[]) => (await read(JSON.stringify(entries), 65_536)).rows
const readHtml = async (...cells: readonly string[]) => (await read(youtubeHtml(cells, 100), 65_536)).rows

describe('a watch history', () => {
  test.each([
    ['JSON', JSON.stringify([youtubeWatch()], null, 2), 'youtube-json'],
    ['HTML', youtubeHtml([youtubeCell()], 100), 'youtube-html'],
    ['HTML with a mark', `\ufeff${youtubeHtml([youtubeCell()], 100)}`, 'youtube-html'],
    ['indented HTML', youtubeHtml([youtubeCell()], 100).replaceAll('<', '\n    <'), 'youtube-html'],
    ['HTML in single quotes', youtubeHtml([youtubeCell()], 100).replaceAll('"', "'"), 'youtube-html'],
    ['HTML with a doctype', `<!DOCTYPE html>\n${youtubeHtml([youtubeCell()], 100)}`, 'youtube-html'],
  ])('a listen is read from %s, in pieces of any size', async (_, file, source) => {
    for (const pieceSize of [1, 7, 100_000]) {
      expect(await read(file, pieceSize)).toEqual({ rows: [ferry()], sources: [source], notes: [] })
    }
  })

  test('a Takeout is read from a zip with its other files', async () => {
    const folder = 'Takeout/YouTube and YouTube Music'
    const search = {
      header: 'Search',
      title: 'Searched for ferries',
      time: '2024-05-17T12:54:00Z',
      products: ['Search'],
    }
    const zip = makeZip(
      { name: 'Takeout/archive_browser.html', content: '<!DOCTYPE html><html><body>Archive</body></html>' },
      { name: 'Takeout/My Activity/Search/MyActivity.json', content: JSON.stringify([search]) },
      { name: 'Takeout/My Activity/Maps/MyActivity.html', content: youtubeHtml([youtubeCell({ product: 'Maps' })]) },
      { name: `${folder}/history/search-history.html`, content: '<html><body></body></html>' },
      { name: `${folder}/history/watch-history.html`, content: youtubeHtml([youtubeCell()]) },
      { name: `${folder}/subscriptions/subscriptions.csv`, content: 'Channel Id,Channel Url,Channel Title\n' },
      { name: `${folder}/playlists/Liked.csv`, content: 'Video ID,Playlist Video Creation Timestamp\n' },
    )
    expect(await read(zip, 65_536)).toEqual({ rows: [ferry()], sources: ['youtube-html'], notes: [] })
  })
})

describe('only music is taken from a watch history', () => {
  const removed = { title: 'Watched a video that has been removed', titleUrl: undefined, subtitles: undefined }
  test.each([
    ['a video', { ...video, ...channelOf('Ferry Club') }, 'not_music'],
    ['an advertisement', { details: [{ name: 'From Google Ads' }] }, 'not_music'],
    ['a search', { titleUrl: 'https://www.youtube.com/results?search_query=ferry' }, 'no_play'],
    ['a post', { ...video, titleUrl: 'https://www.youtube.com/post/1' }, 'no_play'],
    ['a removed video', { ...video, ...removed }, 'not_music'],
    ['a removed track', removed, 'unnamed'],
    ['a track without a name', { title: 'Watched https://www.youtube.com/watch?v=1' }, 'unnamed'],
    ['a track without a time', { time: 'yesterday' }, 'bad_time'],
    ['another product', { header: 'Chrome' }, 'not_music'],
  ])('%s is skipped, in JSON', async (_, more, reason) => {
    const rows = await readJson(youtubeWatch(), youtubeWatch(more))
    expect(rows).toEqual([ferry(), reason])
  })

  test.each([
    ['a video', { product: 'YouTube', url: 'https://www.youtube.com/watch?v=1', channel: 'Ferry Club' }, 'not_music'],
    ['an advertisement', { details: '<b>Details:</b><br>&emsp;From Google Ads<br>' }, 'not_music'],
    ['a search', { url: 'https://www.youtube.com/results?search_query=ferry' }, 'no_play'],
    ['a removed track', { verb: 'Watched a video that has been removed', title: '', channel: '' }, 'unnamed'],
    ['a track without a known time', { date: 'gestern' }, 'bad_time'],
    ['a track with a name as long as a book', { title: 'x'.repeat(6000) }, 'unreadable'],
    ['another product', { product: 'Chrome' }, 'not_music'],
  ])('%s is skipped, in HTML', async (_, more, reason) => {
    expect(await readHtml(youtubeCell(), youtubeCell(more))).toEqual([ferry(), reason])
  })

  test('a release that was played in YouTube is music', async () => {
    const details = { service: 'youtube.com' }
    expect(await readJson(youtubeWatch(video))).toEqual([ferry({ details })])
    const cell = youtubeCell({ product: 'YouTube', url: video.titleUrl, channel: 'Nine Rooms - Thema' })
    expect(await readHtml(cell)).toEqual([ferry({ details })])
  })
})

describe('the names of', () => {
  test.each([
    ['a release', 'Nine Rooms - Topic', 'Slow Ferry - Live', 'Nine Rooms', 'Slow Ferry - Live'],
    ['a release in Spanish', 'Nine Rooms - Tema', 'Slow Ferry', 'Nine Rooms', 'Slow Ferry'],
    ['a video of its artist', 'NineRoomsVEVO', 'Nine Rooms - Slow Ferry (Official Video)', 'Nine Rooms', 'Slow Ferry'],
    ['a video of an official channel', 'Nine Rooms Official', 'Nine Rooms - Slow Ferry', 'Nine Rooms', 'Slow Ferry'],
    ['a video of another channel', 'Ferry Club', 'Nine Rooms - Slow Ferry', 'Ferry Club', 'Nine Rooms - Slow Ferry'],
    ['a video with its title alone', 'Nine Rooms', 'Slow Ferry [Official Audio]', 'Nine Rooms', 'Slow Ferry'],
  ])('%s are read', async (_, channel, title, artist, track) => {
    const expected = [ferry({ artist, title: track })]
    expect(await readJson(youtubeWatch({ title: `Watched ${title}`, ...channelOf(channel) }))).toEqual(expected)
    expect(await readHtml(youtubeCell({ channel, title }))).toEqual(expected)
  })

  test('entities in HTML are characters, once', async () => {
    const title = 'R&amp;B &lt;3 &#39;n&#x27; &quot;x&quot; &amp;lt; &copy; &#0; &#xD800;'
    expect(await readHtml(youtubeCell({ title }))).toEqual([
      ferry({ title: `R&B <3 'n' "x" &lt; &copy; &#0; &#xD800;` }),
    ])
  })
})

describe('titles in other languages', () => {
  test.each([
    ['Spanish', 'Has visto ', ''],
    ['French', 'Vous avez regardé ', ''],
    ['German', '', ' angesehen'],
    ['Japanese', '', ' を視聴しました'],
  ])('the title is read from a single entry in %s', async (_, before, after) => {
    expect(await readJson(youtubeWatch({ title: `${before}Slow Ferry${after}` }))).toEqual([ferry()])
  })

  const titleOf = (place: number) => `${'ABCDEFGH'[place % 8]} ${place * 7} ${'xyz'[place % 3]}`
  const inOther = (count: number, channels: number) =>
    Array.from({ length: count }, (_, place) =>
      youtubeWatch({
        title: `Гледахте „${titleOf(place)}“ днес`,
        time: new Date((AT - place * 200) * 1000).toISOString(),
        ...channelOf(`Artist ${place % channels} - Topic`),
      }),
    )

  test.each([20, 45, 500, 1200])('an unknown phrase is learned from %s entries', async (count) => {
    const rows = await readJson(...inOther(count, 6))
    expect(rows).toHaveLength(count)
    expect(rows.map((row) => (typeof row === 'string' ? row : row.title))).toEqual(
      Array.from({ length: count }, (_, place) => titleOf(place)),
    )
  })

  test.each([
    ['few entries', 4, 4],
    ['few channels', 700, 2],
  ])('an unknown phrase is not guessed from %s', async (_, count, channels) => {
    expect(await readJson(...inOther(count, channels))).toEqual(Array(count).fill('other_language'))
  })
})

describe('a damaged watch history', () => {
  const cells = [youtubeCell(), youtubeCell({ date: 'May 17, 2024, 5:58:00\u202fAM PDT' })]
  const whole = youtubeHtml(cells, 100)
  const all = [ferry(), ferry({ listenedAt: AT + 240 })]

  test('HTML that was cut off at any byte causes no error and no invented listen', async () => {
    const first = whole.indexOf('outer-cell mdl') + 700
    for (let length = first; length < whole.length - 14; length += 11) {
      const { rows, notes } = await read(Buffer.from(whole).subarray(0, length), 64)
      expect([rows, length]).toEqual([all.slice(0, rows.length), length])
      expect(notes).toEqual(['The file ends in the middle: it was cut off. What stood before is taken.'])
    }
  })

  test('HTML loses only the entry with bytes that are not UTF-8', async () => {
    const at = Buffer.byteLength(whole.slice(0, whole.indexOf('Slow Ferry</a>')))
    const file = Buffer.from(whole)
    file[at + 4] = 0xe9
    expect((await read(file, 64)).rows).toEqual(['unreadable', all[1]])
  })

  test.each([
    ['a page', '<html><body><p>Hello</p></body></html>'],
    ['an empty history', youtubeHtml([])],
    ['the activity of another product', youtubeHtml(Array<string>(200).fill(youtubeCell({ product: 'Chrome' })))],
  ])('%s is no file of listens', async (_, file) => {
    await expect(read(file, 65_536)).rejects.toThrow("can't read")
  })
})
