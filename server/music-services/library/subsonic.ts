import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Services } from '#server/http/api.ts'
import { isPublicUrl } from '#server/http/public-address.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { getJson, openResponse, type ServiceResponse } from '../accounts/get-json.ts'
import { LibraryFailure, toLibraryFailure } from './library-failure.ts'
import { toText } from './read-text.ts'

/* The OpenSubsonic API calls that are used here: https://opensubsonic.netlify.app */

/**
 * An account's proof: a token made from the password, an API key, or, for servers that accept
 * neither, the password itself.
 */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string; readonly salt: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'password'; readonly password: string }

/** An account at a library. */
export interface LibraryAccount {
  readonly address: string
  readonly account: string
  readonly credentials: Credentials
}

/** The first API version with all calls. Servers accept clients with older versions. */
const API_VERSION = '1.16.1'
const CLIENT = 'Flipside'
/** A page with 500 songs with all their fields has 0.6 MB. */
const PAGE_MAX_BYTES = 8_000_000
const PING_MAX_BYTES = 100_000
const PING_TIMEOUT_MS = 8_000
const PAGE_TIMEOUT_MS = 30_000
/** How many songs per request; servers allow at most 500. */
export const PAGE_SONGS = 500
/** The number of albums per request; servers allow at most 500. */
export const PAGE_ALBUMS = 500

/** API errors: a wrong password, an expired trial, a missing permission, an invalid key. */
const REFUSED: ReadonlySet<number> = new Set([40, 41, 42, 43, 44, 50, 60])
/** Errors from servers that want another proof: a missing parameter, or no support. */
const UNSUPPORTED: ReadonlySet<number> = new Set([10, 30, 41, 42, 43, 44])
/** The data was not found. */
export const NOT_FOUND = 70

/** An API error. */
export class SubsonicError extends LibraryFailure {
  readonly number: number

  constructor(number: number) {
    super(REFUSED.has(number) ? 'refused' : 'unreadable_answer')
    this.number = number
  }
}

type LibraryServices = Pick<Services, 'config'>

/**
 * Checks a library address. Those that the operator lists may be private or plain http; others are
 * public https ones. Throws LibraryFailure `address_refused`.
 */
function checkAddress({ areLibrariesAllowed, libraryPrivateAddresses }: Services['config'], address: string) {
  const url = URL.parse(address)
  if (!areLibrariesAllowed || url === null || url.username !== '' || url.password !== '')
    throw new LibraryFailure('address_refused')
  if (libraryPrivateAddresses.includes(url.origin)) return { url, isGuarded: false }
  if (!isPublicUrl(url)) throw new LibraryFailure('address_refused')
  return { url, isGuarded: true }
}

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

/** Returns the ways to prove an account by a password, the safest first. */
function listCredentials(password: string): readonly Credentials[] {
  const salt = randomBytes(12).toString('hex')
  return [
    { kind: 'token', token: md5(password + salt), salt },
    { kind: 'key', key: password },
    { kind: 'password', password },
  ]
}

function toParameters(account: string, credentials: Credentials): Readonly<Record<string, string>> {
  if (credentials.kind === 'key') return { apiKey: credentials.key }
  if (credentials.kind === 'token') return { u: account, t: credentials.token, s: credentials.salt }
  return { u: account, p: `enc:${Buffer.from(credentials.password, 'utf8').toString('hex')}` }
}

function toRequestUrl(
  base: URL,
  { account, credentials }: Pick<LibraryAccount, 'account' | 'credentials'>,
  method: string,
  parameters: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${base.href.replace(/\/+$/, '')}/rest/${method}.view`)
  const all = { ...toParameters(account, credentials), v: API_VERSION, c: CLIENT, f: 'json', ...parameters }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url
}

/**
 * Returns the content of a response. Throws LibraryFailure, or SubsonicError for one with an error.
 */
function readContent({ status, json }: Pick<ServiceResponse, 'status' | 'json'>): Readonly<Record<string, unknown>> {
  const content = toFields(toFields(json)['subsonic-response'])
  if (content['status'] === 'failed') throw new SubsonicError(Number(toFields(content['error'])['code']))
  if (status === 401 || status === 403) throw new LibraryFailure('refused')
  if (status >= 500 || status === 429) throw new LibraryFailure('service_away')
  if (status !== 200 || content['status'] !== 'ok') throw new LibraryFailure('unreadable_answer')
  return content
}

/**
 * Logs in at a library. Returns what proves the account from now on, and the program name. Throws
 * {@link LibraryFailure}.
 */
export async function logIn(
  services: LibraryServices,
  { address, account }: Pick<LibraryAccount, 'address' | 'account'>,
  password: string,
): Promise<{ readonly credentials: Credentials; readonly name: string }> {
  let failure: unknown
  for (const credentials of listCredentials(password)) {
    try {
      const content = await call(services, { address, account, credentials }, 'ping', {
        bytesMax: PING_MAX_BYTES,
        timeoutMs: PING_TIMEOUT_MS,
      })
      return { credentials, name: toName(content) }
    } catch (error) {
      // The first failure is the password's, if no way is supported.
      failure ??= error
      if (!(error instanceof SubsonicError)) throw error
      if (!UNSUPPORTED.has(error.number)) throw error
    }
  }
  throw failure
}

const NAME_MAX = 100

/** Returns the library program and its version, such as `navidrome 0.58.0`. */
function toName({ type, serverVersion, version }: Readonly<Record<string, unknown>>): string {
  const parts = typeof type === 'string' ? [type, serverVersion] : ['Subsonic', version]
  const name = parts.filter((part) => typeof part === 'string').join(' ')
  return name.replace(/[\p{Control}\p{Surrogate}]/gu, '').slice(0, NAME_MAX)
}

interface CallOptions {
  readonly bytesMax: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly parameters?: Readonly<Record<string, string>>
}

async function call(
  { config }: LibraryServices,
  library: LibraryAccount,
  method: string,
  { parameters, ...options }: CallOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { url: base, isGuarded } = checkAddress(config, library.address)
  const url = toRequestUrl(base, library, method, parameters)
  try {
    return readContent(await getJson(url, { ...options, isGuarded, userAgent: toUserAgent(config) }))
  } catch (error) {
    throw toLibraryFailure(error)
  }
}

/**
 * Returns a page with a library's songs. The pages end with an empty one. Throws
 * {@link LibraryFailure}.
 */
export async function fetchSongs(
  services: LibraryServices,
  library: LibraryAccount,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const parameters = {
    query: '',
    artistCount: '0',
    albumCount: '0',
    songCount: String(PAGE_SONGS),
    songOffset: String(offset),
  }
  const limits = { bytesMax: PAGE_MAX_BYTES, timeoutMs: PAGE_TIMEOUT_MS, signal }
  const content = await call(services, library, 'search3', { ...limits, parameters })
  return toList(toFields(content['searchResult3'])['song']).slice(0, PAGE_SONGS)
}

/** An album of a library. */
export interface LibraryAlbum {
  readonly id: string
  /** As the list of albums states it. */
  readonly songs: number
}

/** Returns a page of the albums of a library, which ends with an empty one. Throws {@link LibraryFailure}. */
export async function fetchAlbums(
  services: LibraryServices,
  library: LibraryAccount,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly LibraryAlbum[]> {
  const parameters = { type: 'alphabeticalByName', size: String(PAGE_ALBUMS), offset: String(offset) }
  const limits = { bytesMax: PAGE_MAX_BYTES, timeoutMs: PAGE_TIMEOUT_MS, signal }
  const content = await call(services, library, 'getAlbumList2', { ...limits, parameters })
  return toList(toFields(content['albumList2'])['album'])
    .slice(0, PAGE_ALBUMS)
    .map((record) => {
      const { id, songCount } = toFields(record)
      return { id: typeof id === 'number' ? String(id) : typeof id === 'string' ? id : '', songs: Number(songCount) }
    })
}

/** Returns the songs of an album; none if the library has lost it. Throws {@link LibraryFailure}. */
export async function fetchAlbumSongs(
  services: LibraryServices,
  library: LibraryAccount,
  albumId: string,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const limits = { bytesMax: PAGE_MAX_BYTES, timeoutMs: PAGE_TIMEOUT_MS, signal }
  try {
    const content = await call(services, library, 'getAlbum', { ...limits, parameters: { id: albumId } })
    return toList(toFields(content['album'])['song'])
  } catch (error) {
    if (error instanceof SubsonicError && error.number === NOT_FOUND) return []
    throw error
  }
}

/** Returns the records of a list; some servers send a single one without it. */
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value])

/** An error in JSON or XML is read up to this size. */
const ERROR_MAX_BYTES = 65_536

/**
 * Requests a song file, as it is. Resolves to the response with its body unread, which has status
 * 200, 206 or 416, and audio unless it has 416. Throws {@link LibraryFailure}.
 */
export async function openSong(
  { config }: LibraryServices,
  library: LibraryAccount,
  songId: string,
  { range, signal }: { readonly range: string | undefined; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const { url: base, isGuarded } = checkAddress(config, library.address)
  const url = toRequestUrl(base, library, 'stream', { id: songId, format: 'raw' })
  const headers = { accept: 'audio/*', ...(range !== undefined && { range }) }
  try {
    const response = await openResponse(url, { isGuarded, userAgent: toUserAgent(config) }, { headers }, signal)
    if (response.statusCode === 416) return response
    if ((response.statusCode === 200 || response.statusCode === 206) && isMedia(response, 'audio')) return response
    throw await readError(response)
  } catch (error) {
    throw toLibraryFailure(error)
  }
}

/**
 * Requests the cover of a song, at most `side` pixels wide if the library scales. Resolves to the
 * response with its body unread, undefined if the song has none. Throws {@link LibraryFailure}.
 */
export async function openCover(
  services: LibraryServices,
  library: LibraryAccount,
  { songId, side }: { readonly songId: string; readonly side: number },
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const limits = { bytesMax: PING_MAX_BYTES, timeoutMs: PING_TIMEOUT_MS, signal }
  const song = toFields((await call(services, library, 'getSong', { ...limits, parameters: { id: songId } }))['song'])
  const id = toText(song['coverArt'])
  if (id === undefined) return undefined
  const { url: base, isGuarded } = checkAddress(services.config, library.address)
  const url = toRequestUrl(base, library, 'getCoverArt', { id, size: String(side) })
  const options = { isGuarded, userAgent: toUserAgent(services.config) }
  try {
    const response = await openResponse(url, options, { headers: { accept: 'image/*' } }, signal)
    if (response.statusCode === 200 && isMedia(response, 'image')) return response
    throw await readError(response)
  } catch (error) {
    throw toLibraryFailure(error)
  }
}

/** Whether a response is of this type as it is, not compressed again. */
function isMedia({ headers }: IncomingMessage, kind: 'audio' | 'image'): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const [, type] = /^(\w+)\/[\w.+-]{1,60}(?:$|\s*;)/.exec(headers['content-type'] ?? '') ?? []
  return encoding === 'identity' && type?.toLowerCase() === kind
}

/** Returns the failure in a response without the file, and closes its connection. */
async function readError(response: IncomingMessage): Promise<LibraryFailure> {
  const status = response.statusCode ?? 0
  const chunks: Buffer[] = []
  let length = 0
  if (/^application\/json\b/i.test(response.headers['content-type'] ?? '')) {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > ERROR_MAX_BYTES) break
      chunks.push(chunk)
    }
  }
  response.destroy()
  try {
    readContent({
      status,
      json: length > 0 ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown) : undefined,
    })
  } catch (error) {
    if (status === 404) return new SubsonicError(NOT_FOUND)
    if (error instanceof LibraryFailure) return error
  }
  return new LibraryFailure('unreadable_answer')
}
