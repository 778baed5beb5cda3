import { toFields } from '#server/listening/listens/scrobble.ts'
import type { ServiceResponse } from '../accounts/get-json.ts'
import { ServiceFailure } from '../service-failure.ts'
import { callLibrary, checkStatus, type LibraryServices, NotInLibrary } from './library-call.ts'

/* The OpenSubsonic API calls that are used here: https://opensubsonic.netlify.app */

/**
 * An account's proof: a token made from the password, an API key, or, for servers that accept
 * neither, the password itself.
 */
export type SubsonicCredentials =
  | { readonly kind: 'token'; readonly token: string; readonly salt: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'password'; readonly password: string }

export interface SubsonicAccount {
  readonly address: string
  readonly account: string
  readonly credentials: SubsonicCredentials
}

/** The first API version with all calls. Servers accept clients with older versions. */
const API_VERSION = '1.16.1'
const CLIENT = 'Flipside'
/** API errors: a wrong password, an expired trial, a missing permission, an invalid key. */
const REFUSED: ReadonlySet<number> = new Set([40, 41, 42, 43, 44, 50, 60])
/** The data was not found. */
const NOT_FOUND = 70

export class SubsonicError extends ServiceFailure {
  readonly number: number

  constructor(number: number) {
    super(REFUSED.has(number) ? 'refused' : 'unreadable_answer')
    this.number = number
  }
}

function toParameters(account: string, credentials: SubsonicCredentials): Readonly<Record<string, string>> {
  if (credentials.kind === 'key') return { apiKey: credentials.key }
  if (credentials.kind === 'token') return { u: account, t: credentials.token, s: credentials.salt }
  return { u: account, p: `enc:${Buffer.from(credentials.password, 'utf8').toString('hex')}` }
}

export function toRequest(
  { address, account, credentials }: SubsonicAccount,
  method: string,
  parameters: Readonly<Record<string, string>> = {},
) {
  const own = { ...toParameters(account, credentials), v: API_VERSION, c: CLIENT, f: 'json' }
  return { address, path: `rest/${method}.view`, parameters: { ...own, ...parameters } }
}

/**
 * Returns the content of a response. Throws ServiceFailure, or SubsonicError for one with an error.
 */
export function readContent({
  status,
  json,
}: Pick<ServiceResponse, 'status' | 'json'>): Readonly<Record<string, unknown>> {
  const content = toFields(toFields(json)['subsonic-response'])
  if (content['status'] === 'failed') {
    const number = Number(toFields(content['error'])['code'])
    throw number === NOT_FOUND ? new NotInLibrary() : new SubsonicError(number)
  }
  checkStatus({ status })
  if (content['status'] !== 'ok') throw new ServiceFailure('unreadable_answer')
  return content
}

export async function callSubsonic(
  services: LibraryServices,
  account: SubsonicAccount,
  method: string,
  {
    parameters,
    ...limits
  }: Parameters<typeof callLibrary>[2] & {
    readonly parameters?: Readonly<Record<string, string>>
  },
): Promise<Readonly<Record<string, unknown>>> {
  return readContent(await callLibrary(services, toRequest(account, method, parameters), limits))
}
