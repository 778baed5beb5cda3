import type { IncomingMessage } from 'node:http'
import type { Services } from '#server/http/api.ts'
import { isPublicUrl } from '#server/http/public-address.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { getJson, openResponse, type ServiceResponse } from '../accounts/get-json.ts'
import { ServiceFailure } from '../service-failure.ts'

/* The OpenSubsonic API calls that are used here: https://opensubsonic.netlify.app */

/**
 * An account's proof: a token made from the password, an API key, or, for servers that accept
 * neither, the password itself.
 */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string; readonly salt: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'password'; readonly password: string }

export interface LibraryAccount {
  readonly address: string
  readonly account: string
  readonly credentials: Credentials
}

/** The first API version with all calls. Servers accept clients with older versions. */
const API_VERSION = '1.16.1'
const CLIENT = 'Flipside'
/** API errors: a wrong password, an expired trial, a missing permission, an invalid key. */
const REFUSED: ReadonlySet<number> = new Set([40, 41, 42, 43, 44, 50, 60])
/** The data was not found. */
export const NOT_FOUND = 70

export class SubsonicError extends ServiceFailure {
  readonly number: number

  constructor(number: number) {
    super(REFUSED.has(number) ? 'refused' : 'unreadable_answer')
    this.number = number
  }
}

export type LibraryServices = Pick<Services, 'config'>

/**
 * Checks a library address. Those that the operator lists may be private or plain http; others are
 * public https ones. Throws ServiceFailure `address_refused`.
 */
function checkAddress({ areLibrariesAllowed, libraryPrivateAddresses }: Services['config'], address: string) {
  const url = URL.parse(address)
  if (!areLibrariesAllowed || url === null || url.username !== '' || url.password !== '')
    throw new ServiceFailure('address_refused')
  if (libraryPrivateAddresses.includes(url.origin)) return { url, isGuarded: false }
  if (!isPublicUrl(url)) throw new ServiceFailure('address_refused')
  return { url, isGuarded: true }
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
 * Returns the content of a response. Throws ServiceFailure, or SubsonicError for one with an error.
 */
export function readContent({
  status,
  json,
}: Pick<ServiceResponse, 'status' | 'json'>): Readonly<Record<string, unknown>> {
  const content = toFields(toFields(json)['subsonic-response'])
  if (content['status'] === 'failed') throw new SubsonicError(Number(toFields(content['error'])['code']))
  if (status === 401 || status === 403) throw new ServiceFailure('refused')
  if (status >= 500 || status === 429) throw new ServiceFailure('service_away')
  if (status !== 200 || content['status'] !== 'ok') throw new ServiceFailure('unreadable_answer')
  return content
}

/** The limits of a response without a list. */
export const SMALL_RESPONSE = { bytesMax: 100_000, timeoutMs: 8_000 }

interface CallOptions {
  readonly bytesMax: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly parameters?: Readonly<Record<string, string>>
}

export async function callLibrary(
  { config }: LibraryServices,
  library: LibraryAccount,
  method: string,
  { parameters, ...options }: CallOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { url: base, isGuarded } = checkAddress(config, library.address)
  const url = toRequestUrl(base, library, method, parameters)
  return readContent(await getJson(url, { ...options, isGuarded, userAgent: toUserAgent(config) }))
}

/**
 * Requests a file. Resolves to the response with its body unread. Throws {@link ServiceFailure},
 * also what `check` throws.
 */
export async function openFile(
  { config }: LibraryServices,
  library: LibraryAccount,
  method: string,
  { parameters, headers, signal }: FileRequest,
  check: (response: IncomingMessage) => Promise<void>,
): Promise<IncomingMessage> {
  const { url: base, isGuarded } = checkAddress(config, library.address)
  const url = toRequestUrl(base, library, method, parameters)
  const response = await openResponse(url, { isGuarded, userAgent: toUserAgent(config) }, { headers }, signal)
  await check(response)
  return response
}

interface FileRequest {
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}
