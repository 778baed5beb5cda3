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

export const LIBRARY_PROTOCOLS = ['subsonic', 'jellyfin'] as const

export interface LibraryServer extends ServiceServer {
  protocol: (typeof LIBRARY_PROTOCOLS)[number]
  /** The songs, in any order. `find` returns a page's songs. */
  find: (offset: number, count: number) => readonly LibrarySong[]
  /** For libraries that find nothing by an empty query. */
  albums: readonly LibraryAlbum[]
  password: string
  /** Access tokens for Jellyfin by device, each with the password that it was made from. */
  readonly tokens: Map<string, string>
  /** The file of every song. */
  audio: { readonly type: string; readonly bytes: Buffer }
  /** The cover of every song. */
  cover: Buffer | undefined
}

/** Starts a library with the account `ada`, which speaks the OpenSubsonic API unless a test sets `protocol`. */
export async function startLibraryServer(songs: readonly LibrarySong[] = []): Promise<LibraryServer> {
  const service = await startServiceServer((request) => respond(library, request))
  const library: LibraryServer = Object.assign(service, {
    protocol: 'subsonic' as const,
    find: (offset: number, count: number) => songs.slice(offset, offset + count),
    tokens: new Map<string, string>(),
    albums: [],
    password: LIBRARY_PASSWORD,
    audio: { type: 'audio/flac', bytes: SONG },
    cover: undefined,
  })
  return library
}

const respond = (library: LibraryServer, request: ServiceRequest): Reply =>
  library.protocol === 'jellyfin' ? respondAsJellyfin(library, request) : respondAsSubsonic(library, request)

const NOT_FOUND: Reply = { status: 404, body: 'Not found' }

function respondAsSubsonic(library: LibraryServer, { url, headers }: ServiceRequest): Reply {
  const { searchParams } = url
  if (!url.pathname.startsWith('/rest/')) return NOT_FOUND
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

const USER_ID = toJellyfinId('user')

/** Returns the id that a song has in a Jellyfin library: a GUID; invalid ids stay as they are. */
export function toJellyfinId(id: string): string {
  return /^[\w-]{1,40}$/.test(id) ? createHash('sha256').update(id).digest('hex').slice(0, 32) : id
}

function respondAsJellyfin(library: LibraryServer, request: ServiceRequest): Reply {
  const { method, url, headers } = request
  if (url.pathname === '/System/Info/Public')
    return {
      body: { ProductName: 'Jellyfin Server', Version: '10.11.3', ServerName: 'home', Id: toJellyfinId('server') },
    }
  const fields = readAuthorization(headers.authorization)
  if (method === 'POST' && url.pathname === '/Users/AuthenticateByName') return logIn(library, fields, request.body)
  const isKnown = [...library.tokens].some(
    ([device, password]) => password === library.password && fields.get('Token') === toToken(device, password),
  )
  if (!isKnown) return { status: 401, headers: { 'content-type': 'text/plain' }, body: '' }
  if (url.pathname === '/Items') return listItems(library, url.searchParams)
  const [, id, rest] = /^\/Items\/([\da-f]{32})\/(File|Images\/Primary)$/.exec(url.pathname) ?? []
  if (rest === 'File') return id === toJellyfinId('missing') ? NOT_FOUND : sendAudio(library, headers.range)
  return rest === undefined || library.cover === undefined ? NOT_FOUND : sendCover(library.cover)
}

/** Returns the fields of a header such as `MediaBrowser Token="x", Client="y"`. */
function readAuthorization(header = ''): ReadonlyMap<string, string> {
  const [, fields = ''] = /^MediaBrowser (.*)$/.exec(header) ?? []
  return new Map(
    [...fields.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decodeURIComponent(value)]),
  )
}

const toToken = (device: string, password: string) =>
  createHash('sha256')
    .update(JSON.stringify([device, password]))
    .digest('hex')
    .slice(0, 32)

/** The token of a device replaces its earlier one. */
function logIn(library: LibraryServer, fields: ReadonlyMap<string, string>, body: string): Reply {
  const device = fields.get('DeviceId') ?? ''
  if (['Client', 'Device', 'DeviceId', 'Version'].some((name) => !fields.get(name)))
    return { status: 400, headers: { 'content-type': 'text/plain' }, body: 'Error processing request.' }
  const { Username: name, Pw: password } = JSON.parse(body) as { Username: string; Pw: string }
  if (name !== LIBRARY_ACCOUNT || password !== library.password)
    return { status: 401, headers: { 'content-type': 'text/plain' }, body: 'Error processing request.' }
  library.tokens.set(device, password)
  return {
    body: {
      User: { Name: name, Id: USER_ID },
      AccessToken: toToken(device, password),
      ServerId: toJellyfinId('server'),
    },
  }
}

function listItems(library: LibraryServer, parameters: URLSearchParams): Reply {
  if (parameters.get('userId') !== USER_ID) return NOT_FOUND
  const ids = parameters.get('ids')
  if (ids !== null)
    return {
      body: { Items: [{ Id: ids, Type: 'Audio', ImageTags: library.cover === undefined ? {} : { Primary: 'tag' } }] },
    }
  const isOfSongs = parameters.get('includeItemTypes') === 'Audio' && parameters.get('recursive') === 'true'
  const songs = isOfSongs ? library.find(Number(parameters.get('startIndex')), Number(parameters.get('limit'))) : []
  const fields = parameters.get('fields')?.split(',') ?? []
  return { body: { Items: songs.map((song) => toItem(song, fields)), TotalRecordCount: 0, StartIndex: 0 } }
}

/** Returns a song as an item of Jellyfin. Anything that is no object stays as it is. */
function toItem(song: LibrarySong, fields: readonly string[]): unknown {
  if (typeof song !== 'object' || song === null || typeof song.id !== 'string') return song
  const { contentType, isDir, musicBrainzId: mbid } = song
  const isAudio = typeof contentType !== 'string' || contentType.startsWith('audio/')
  return {
    Name: song.title,
    Id: toJellyfinId(song.id),
    Type: isAudio && isDir !== true ? 'Audio' : 'Movie',
    Artists: song.artist === undefined ? [] : [song.artist, 'Guest'],
    AlbumArtist: 'Various Artists',
    RunTimeTicks: Number(song['duration']) * 10_000_000,
    ...(fields.includes('ProviderIds') && {
      ProviderIds: { ...(mbid !== undefined && { MusicBrainzRecording: mbid }) },
    }),
    ...(fields.includes('MediaSources') && {
      MediaSources: [{ Size: song['size'], MediaStreams: [{ Type: 'Audio' }] }],
    }),
  }
}

/** Whether a request is for the file of a song, or for its cover. */
export const isFileRequest = ({ pathname }: URL): boolean => /\/(?:stream\.view|File)$/.test(pathname)
export const isCoverRequest = ({ pathname }: URL): boolean => /\/(?:getCoverArt\.view|Images\/Primary)$/.test(pathname)

/** Returns the position from which a request lists songs. */
export const readOffset = ({ searchParams }: URL): string | null =>
  searchParams.get('songOffset') ?? searchParams.get('startIndex')
