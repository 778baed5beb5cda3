import { findPreferred, type ListenableTrack, listListenOptions } from '../listen-links/services.ts'
import type { Playlist } from './playlist.ts'

interface PlaylistFormat {
  readonly name: string
  readonly readers: string
  readonly extension: string
  readonly type: string
  /** `service`: the id of the chosen music service. */
  readonly write: (playlist: Playlist, service: string | null) => string
}

export const playlistFormats: readonly PlaylistFormat[] = [
  { name: 'XSPF', readers: 'VLC and other players', extension: 'xspf', type: 'application/xspf+xml', write: toXspf },
  { name: 'JSPF', readers: 'ListenBrainz, programs', extension: 'jspf', type: 'application/jspf+json', write: toJspf },
  { name: 'M3U', readers: 'most players', extension: 'm3u8', type: 'application/vnd.apple.mpegurl', write: toM3u },
  { name: 'CSV', readers: 'spreadsheets, converters', extension: 'csv', type: 'text/csv', write: toCsv },
]

/** Returns one address per track and line, in the chosen service where it has the track. */
export const toLinks = ({ tracks }: Playlist, service: string | null): string =>
  tracks.map((track) => toAddress(track, service)).join('\n')

export function toFileName({ title }: Playlist, extension: string): string {
  const name = title.replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, '').trim()
  return `${name === '' ? 'playlist' : Array.from(name).slice(0, 80).join('')}.${extension}`
}

// The parser removes line breaks and tabs from a host's address.
const toAddress = (track: ListenableTrack, service: string | null) => new URL(findPreferred(track, service).url).href

const listAddresses = (track: ListenableTrack) =>
  listListenOptions(track).flatMap(({ isExact, url }) => (isExact ? [new URL(url).href] : []))

/** Returns a name as one line: control characters and line breaks become spaces. */
const toLine = (text: string) =>
  text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

function toJspf({ title, tracks }: Playlist): string {
  const track = tracks.map((each) => ({
    title: toLine(each.name),
    creator: toLine(each.artist),
    location: listAddresses(each),
  }))
  return `${JSON.stringify({ playlist: { title: toLine(title), track } }, null, 2)}\n`
}

function toXspf({ title, tracks }: Playlist): string {
  const lines = tracks.map((track) => {
    const locations = listAddresses(track).map((address) => toElement('location', address))
    return `    <track>${locations.join('')}${toElement('title', track.name)}${toElement('creator', track.artist)}</track>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    `  ${toElement('title', title)}`,
    '  <trackList>',
    ...lines,
    '  </trackList>',
    '</playlist>\n',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns an XML 1.0 element, which has no U+FFFE and U+FFFF. */
const toElement = (name: string, text: string) =>
  `<${name}>${toLine(text)
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')}</${name}>`

function toM3u({ title, tracks }: Playlist, service: string | null): string {
  const entries = tracks.map(
    (track) => `#EXTINF:-1,${toLine(track.artist)} - ${toLine(track.name)}\n${toAddress(track, service)}\n`,
  )
  return `#EXTM3U\n#PLAYLIST:${toLine(title)}\n${entries.join('')}`
}

function toCsv({ tracks }: Playlist, service: string | null): string {
  const rows = tracks.map((track) => [track.name, track.artist, toAddress(track, service)].map(toCell).join(','))
  // With the mark, Excel reads the file as UTF-8.
  return `\uFEFF${['Title,Artist,Link', ...rows].join('\r\n')}\r\n`
}

/**
 * Returns a cell in quotes. A spreadsheet reads one that begins with these characters as a formula,
 * and begins a cell also after a semicolon, in languages that have it as separator.
 */
function toCell(text: string): string {
  const safe = toLine(text).replaceAll(/(^|;)(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$1$2'")
  return `"${safe.replaceAll('"', '""')}"`
}
