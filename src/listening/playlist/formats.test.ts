import { expect, test } from 'vitest'
import { readPages } from '#src/cache/read-pages.ts'
import { playlistFormats, toFileName, toLinks } from './formats.ts'
import { PLAYLIST_MAX, type Playlist, toPlaylist } from './playlist.ts'

const track = (name: string, artist = 'Loam', links = '', url = '') => ({ name, artist, links, url })
const write = (extension: string, playlist: Playlist, service: string | null = null) => {
  const format = playlistFormats.find((each) => each.extension === extension)
  return format?.write(playlist, service) ?? ''
}
const one = (name: string, artist?: string, links?: string, url?: string): Playlist => ({
  title: 'Listen later',
  tracks: [track(name, artist, links, url)],
})
const DEEZER = 'https://www.deezer.com/track/3135556'

test('writes a playlist in every format', () => {
  const playlist = one('Peat', 'Loam', 'deezer:3135556')
  expect(write('xspf', playlist)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<playlist version="1" xmlns="http://xspf.org/ns/0/">
  <title>Listen later</title>
  <trackList>
    <track><location>${DEEZER}</location><title>Peat</title><creator>Loam</creator></track>
  </trackList>
</playlist>
`)
  expect(JSON.parse(write('jspf', playlist))).toEqual({
    playlist: { title: 'Listen later', track: [{ title: 'Peat', creator: 'Loam', location: [DEEZER] }] },
  })
  expect(write('m3u8', playlist)).toBe(`#EXTM3U\n#PLAYLIST:Listen later\n#EXTINF:-1,Loam - Peat\n${DEEZER}\n`)
  expect(write('csv', playlist)).toBe(`\uFEFFTitle,Artist,Link\r\n"Peat","Loam","${DEEZER}"\r\n`)
})

test('links lead to the chosen service, where it has the track by its id', () => {
  const playlist = one('Peat', 'Loam', 'deezer:3135556 tidal:77')
  expect(toLinks(playlist, 'tidal')).toBe('https://tidal.com/browse/track/77')
  expect(toLinks(playlist, 'bandcamp')).toBe('https://tidal.com/browse/track/77')
  expect(toLinks(one('Peat & Fen'), 'tidal')).toBe('https://listen.tidal.com/search?q=Loam%20Peat%20%26%20Fen')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\n=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201'])(
  'a cell with %j is no formula',
  (name) => {
    expect(write('csv', one(name))).toContain(`\r\n"'${name.trim()}","Loam",`)
    expect(write('csv', one('Peat', name))).toContain(`"Peat","'${name.trim()}",`)
  },
)

test('a formula after a semicolon is none, where semicolons separate cells', () => {
  expect(write('csv', one('x;=1+1;y', 'a; @b;-c'))).toContain(`\r\n"x;'=1+1;y","a; '@b;'-c",`)
})

test('a cell with quotes, commas and line breaks stays one cell', () => {
  expect(write('csv', one('a","b\r\nc', 'd'))).toContain('\r\n"a"",""b c","d",')
})

test('a name in XML is text', () => {
  const hostile = '</title><script>&amp;]]>\u0000\u0008\uD800\uFFFE\uFFFF "x"'
  const xml = write('xspf', { title: hostile, tracks: [track(hostile, hostile, '', 'https://x.example/?a=1&b=<2>')] })
  expect(xml.replaceAll('\n', '')).not.toMatch(/<script|&amp;\]\]>|\p{Cc}|[\uFFFE\uFFFF]/u)
  expect(xml).toContain('<title>&lt;/title&gt;&lt;script&gt;&amp;amp;]]&gt; \uFFFD "x"</title>')
  expect(xml).toContain('<location>https://x.example/?a=1&amp;b=%3C2%3E</location>')
})

test('a name in M3U and in JSON adds no line and no field', () => {
  const hostile = 'a\r\nhttps://evil.example/\u2028#EXTINF:-1,","creator":"x'
  const playlist = { title: hostile, tracks: [track(hostile, 'Loam', 'deezer:3135556')] }
  const line = 'a https://evil.example/ #EXTINF:-1,","creator":"x'
  expect(write('m3u8', playlist)).toBe(`#EXTM3U\n#PLAYLIST:${line}\n#EXTINF:-1,Loam - ${line}\n${DEEZER}\n`)
  expect(JSON.parse(write('jspf', playlist)).playlist.track).toEqual([
    { title: line, creator: 'Loam', location: [DEEZER] },
  ])
})

test("an address with line breaks is one line, and a script's address is not used", () => {
  expect(toLinks(one('Peat', 'Loam', '', 'https://x.example/a\nb\tc'), null)).toBe('https://x.example/abc')
  expect(toLinks(one('Peat', 'Loam', '', 'javascript:alert(1)'), null)).toMatch(/^https:\/\/open\.spotify\.com\/search/)
})

test('the name of a file has no characters of paths', () => {
  expect(toFileName({ title: '../Ünï: "week" 2026\\W47', tracks: [] }, 'csv')).toBe('Ünï week 2026W47.csv')
  expect(toFileName({ title: '...', tracks: [] }, 'csv')).toBe('playlist.csv')
})

test('a playlist has each track once, in order, and at most a thousand', () => {
  const { tracks } = toPlaylist('x', [track('b'), track('a'), track('b'), track('', 'c'), track('d', ' ')])
  expect(tracks.map(({ name }) => name)).toEqual(['b', 'a'])
  const many = Array.from({ length: 1200 }, (_, at) => track(`t${at}`))
  expect(toPlaylist('x', many).tracks).toHaveLength(PLAYLIST_MAX)
})

test('pages are read to the end, and no further than a thousand rows', async () => {
  const requested: (number | undefined)[] = []
  const readFrom = (length: number) =>
    readPages(async ({ limit, before = length + 1 }) => {
      requested.push(before)
      return Array.from({ length: Math.min(limit, before - 1) }, (_, at) => ({ id: before - 1 - at }))
    })
  expect(await readFrom(450)).toHaveLength(450)
  expect(requested).toEqual([451, 251, 51])
  expect(await readFrom(0)).toEqual([])
  requested.length = 0
  expect(await readFrom(5000)).toHaveLength(1000)
  expect(requested).toHaveLength(5)
})
