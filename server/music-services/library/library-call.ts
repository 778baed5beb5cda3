import type { IncomingMessage } from 'node:http'
import type { Services } from '#server/http/api.ts'
import { readResponseBytes } from '#server/http/outgoing-request.ts'
import { isPublicUrl } from '#server/http/public-address.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import {
  type GetJsonOptions,
  getJson,
  openResponse,
  type ServiceRequest,
  type ServiceResponse,
} from '../accounts/get-json.ts'
import { ServiceFailure } from '../service-failure.ts'

/* Requests to libraries, with the same bounds for each protocol. */

export type LibraryServices = Pick<Services, 'config'>

/** A request to a path below the address of a library. */
interface LibraryRequest extends ServiceRequest {
  readonly address: string
  readonly path: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** The library has lost the song, or its cover. */
export class NotInLibrary extends ServiceFailure {
  constructor() {
    super('unreadable_answer')
  }
}

/** The limits of a response without a list. */
export const SMALL_RESPONSE = { bytesMax: 100_000, timeoutMs: 8_000 }
/** A page of 500 songs of OpenSubsonic with all their fields has 0.6 MB. */
export const PAGE_RESPONSE = { bytesMax: 8_000_000, timeoutMs: 30_000 }
/** An error in JSON is read up to this size. */
const ERROR_MAX_BYTES = 65_536

/** Throws ServiceFailure for a status other than 200. */
export function checkStatus({ status }: Pick<ServiceResponse, 'status'>): void {
  if (status === 401 || status === 403) throw new ServiceFailure('refused')
  if (status >= 500 || status === 429) throw new ServiceFailure('service_away')
  if (status !== 200) throw new ServiceFailure('unreadable_answer')
}

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

function prepare(config: Services['config'], { address, path, parameters = {} }: LibraryRequest) {
  const { url: base, isGuarded } = checkAddress(config, address)
  const url = new URL(`${base.href.replace(/\/+$/, '')}/${path}`)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, sender: { isGuarded, userAgent: toUserAgent(config) } }
}

/** Requests JSON, or POSTs a body. Throws ServiceFailure, but not for a status. */
export async function callLibrary(
  { config }: LibraryServices,
  request: LibraryRequest,
  limits: Required<Pick<GetJsonOptions, 'bytesMax' | 'timeoutMs'>> & Pick<GetJsonOptions, 'signal'>,
): Promise<ServiceResponse> {
  const { url, sender } = prepare(config, request)
  return getJson(url, { ...limits, ...sender }, request)
}

/**
 * Requests a file, as it is. Resolves to the response with its body unread, which has status 200,
 * for audio also 206 or 416, and this type unless it has 416. Throws {@link ServiceFailure}: what
 * `check` throws for another response, with its JSON.
 */
export async function openFile(
  { config }: LibraryServices,
  request: LibraryRequest,
  { kind, range, signal }: FileOptions,
  check: (response: Pick<ServiceResponse, 'status' | 'json'>) => void,
): Promise<IncomingMessage> {
  const { url, sender } = prepare(config, request)
  const headers = { accept: `${kind}/*`, ...(range !== undefined && { range }) }
  const response = await openResponse(url, sender, { ...request, headers }, signal)
  const { statusCode } = response
  if (kind === 'audio' && statusCode === 416) return response
  const isFile = statusCode === 200 || (kind === 'audio' && statusCode === 206)
  if (!isFile || !isMedia(response, kind)) throw await readError(response, check)
  return response
}

interface FileOptions {
  readonly kind: 'audio' | 'image'
  readonly range?: string | undefined
  readonly signal: AbortSignal
}

/** Whether a response is of this type as it is, not compressed again. */
function isMedia({ headers }: IncomingMessage, kind: 'audio' | 'image'): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const [, type] = /^(\w+)\/[\w.+-]{1,60}(?:$|\s*;)/.exec(headers['content-type'] ?? '') ?? []
  return encoding === 'identity' && type?.toLowerCase() === kind
}

/** Returns the failure in a response without the file, and closes its connection. */
async function readError(
  response: IncomingMessage,
  check: (response: Pick<ServiceResponse, 'status' | 'json'>) => void,
): Promise<ServiceFailure> {
  const status = response.statusCode ?? 0
  const isJson = /^application\/json\b/i.test(response.headers['content-type'] ?? '')
  const body = (isJson && (await readResponseBytes(response, ERROR_MAX_BYTES))?.toString('utf8')) || undefined
  response.destroy()
  try {
    check({ status, json: body === undefined ? undefined : (JSON.parse(body) as unknown) })
  } catch (error) {
    if (status === 404) return new NotInLibrary()
    if (error instanceof ServiceFailure) return error
  }
  return new ServiceFailure('unreadable_answer')
}
