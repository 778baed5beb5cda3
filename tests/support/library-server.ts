import { createHash } from 'node:crypto'
import { type Reply, type ServiceRequest, type ServiceServer, startServiceServer } from './service-server.ts'

/** A library song, as the API has it. */
export interface LibrarySong {
  readonly id: string
  readonly title: string
  readonly artist: string
  readonly [field: string]: unknown
}

export interface LibraryAlbum {
  readonly id: string
  /** The number of songs that the list of albums states. */
  readonly songCount?: number
  readonly song: readonly LibrarySong[]
}

export const LIBRARY_ACCOUNT = 'ada'
export const LIBRARY_PASSWORD = 'a password of the library'
/** The bytes of every song, unless a test sets `audio`. */
export const SONG = Buffer.from(Array.from({ length: 10_000 }, (_, place) => place % 251))

const ok = (more: object = {}): Reply => ({
  body: {
    'subsonic-response': { status: 'ok', version: '1.16.1', type: 'testsonic', serverVersion: '1.2.3', ...more },
  },
})

/** Returns an API error, which has status 200. */
export const failed = (code: number): Reply => ({
  body: { 'subsonic-response': { status: 'failed', version: '1.16.1', error: { code, message: 'An error.' } } },
})

export interface LibraryServer extends ServiceServer {
  /** The songs, in any order. `find` returns a page's songs. */
  find: (offset: number, count: number) => readonly LibrarySong[]
  /** For libraries that find nothing by an empty query. */
  albums: readonly LibraryAlbum[]
  password: string
  /** The file of every song. */
  audio: { readonly type: string; readonly bytes: Buffer }
  /** The cover of every song. */
  cover: Buffer | undefined
}

/** Starts a library that speaks the OpenSubsonic API, with the account `ada`. */
export async function startLibraryServer(songs: readonly LibrarySong[] = []): Promise<LibraryServer> {
  const service = await startServiceServer((request) => respond(library, request))
  const library: LibraryServer = Object.assign(service, {
    find: (offset: number, count: number) => songs.slice(offset, offset + count),
    albums: [],
    password: LIBRARY_PASSWORD,
    audio: { type: 'audio/flac', bytes: SONG },
    cover: undefined,
  })
  return library
}

function respond(library: LibraryServer, { url, headers }: ServiceRequest): Reply {
  const { searchParams } = url
  if (!isAccepted(library, searchParams)) return failed(40)
  const method = /^\/rest\/(\w+)\.view$/.exec(url.pathname)?.[1]
  if (method === 'ping') return ok()
  if (method === 'search3') {
    const [offset, count] = [Number(searchParams.get('songOffset')), Number(searchParams.get('songCount'))]
    return ok({ searchResult3: { song: library.find(offset, count) } })
  }
  if (method === 'getAlbumList2') {
    const [offset, size] = [Number(searchParams.get('offset')), Number(searchParams.get('size'))]
    const album = library.albums.slice(offset, offset + size).map(({ id, songCount }) => ({ id, songCount }))
    return ok({ albumList2: { album } })
  }
  if (method === 'getAlbum') {
    const album = library.albums.find(({ id }) => id === searchParams.get('id'))
    return album === undefined ? failed(70) : ok({ album })
  }
  if (method === 'getSong') {
    const id = searchParams.get('id')
    return ok({ song: { id, ...(library.cover !== undefined && { coverArt: `cover of ${id}` }) } })
  }
  if (method === 'getCoverArt') return library.cover === undefined ? failed(70) : sendCover(library.cover)
  if (method === 'stream') return searchParams.get('id') === 'missing' ? failed(70) : sendAudio(library, headers.range)
  return failed(0)
}

function isAccepted({ password }: LibraryServer, parameters: URLSearchParams): boolean {
  const token = createHash('md5')
    .update(`${password}${parameters.get('s')}`)
    .digest('hex')
  return parameters.get('u') === LIBRARY_ACCOUNT && parameters.get('t') === token
}

const sendCover =
  (cover: Buffer): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': cover.length })
    response.end(cover)
  }

/** Responds with the song, or a range of it. */
function sendAudio({ audio }: LibraryServer, range: string | undefined): Reply {
  const { bytes } = audio
  const type = { 'content-type': audio.type, 'accept-ranges': 'bytes' }
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  return (response) => {
    if (start === '' && end === '') {
      response.writeHead(200, { ...type, 'content-length': bytes.length })
      response.end(bytes)
      return
    }
    const from = start === '' ? bytes.length - Number(end) : Number(start)
    const to = start === '' || end === '' ? bytes.length - 1 : Math.min(Number(end), bytes.length - 1)
    if (from > to) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
      return
    }
    response.writeHead(206, {
      ...type,
      'content-length': to - from + 1,
      'content-range': `bytes ${from}-${to}/${bytes.length}`,
    })
    response.end(bytes.subarray(from, to + 1))
  }
}
