import { LRUCache } from 'lru-cache'
import { FILLED, FIRST_DATA } from '#contract/first-data.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { escapeMarkup } from '#server/http/escape-markup.ts'
import { inTime } from '#server/http/in-time.ts'
import type { BuiltApp } from './built-app.ts'
import { type FilledScreen, findFilledScreen, MISSING } from './filled-screens.ts'
import { RendererEnded, type RenderFrame } from './frame-renderer.ts'

export interface FilledFrame {
  /** The data blocks and the content. */
  readonly html: string
  /** The style sheets that the content needs beside the page's. */
  readonly styles: readonly string[]
  /** Changes with what the frame shows. */
  readonly version: string
  readonly isHiddenFromSearch: boolean
}

type FindFilledFrame = (c: RequestContext) => Promise<FilledFrame | typeof MISSING | undefined>

/** A frame is served without another read for this time. */
const FRESH_MS = 1000
/** A frame is served for this time if another one is late. */
const USABLE_MS = 10_000
/** After a failure the frame is not rendered for this time, nor any other if the thread has ended. */
const REST_MS = 60_000
/** Relative times are exact to the minute. */
const MINUTE_MS = 60_000
/** The maximum number of frames read and rendered at a time. Other addresses are served as built. */
const FILLING_MAX = 8
const HELD_MAX = { max: 500, maxSize: 16_000_000 }

interface Held {
  /** Undefined: only attempts that failed. */
  readonly frame: FilledFrame | undefined
  /** ms since 1970. */
  readonly readAt: number
  readonly restUntil: number
}
const NONE: Held = { frame: undefined, readAt: 0, restUntil: 0 }

interface FirstRead {
  readonly url: string
  readonly json: string
  readonly etag: string
}

/** The responses of reads without what is requested: profiles have 400 by the spec. */
const NOT_FOUND: readonly unknown[] = [404, 400]

/**
 * Returns a function that finds the frame at an address as a visitor sees it, within
 * PREVIEW_WAIT_MS. Undefined: the page is served as built, as for members: their content is
 * private. It reads through the API, so that privacy and suspensions are as in the app's own
 * requests. All visitors share a frame, which is rendered once for the same responses and minute.
 */
export function createFilledFrames(
  api: Api,
  findStyles: BuiltApp['findStyles'],
  render: RenderFrame | undefined,
): FindFilledFrame {
  if (render === undefined || api.config.apiHost !== null) return async () => undefined
  const held = new LRUCache<string, Held>({
    ...HELD_MAX,
    sizeCalculation: ({ frame }) => 1 + 2 * (frame?.html.length ?? 0),
  })
  const filling = new Map<string, ReturnType<FindFilledFrame>>()
  let restUntil = 0
  const now = () => api.now().getTime()
  const lastOf = (address: string) => held.get(address) ?? NONE
  // The first rendering takes ten times as long.
  void render('/', []).catch(() => {})

  const read = async (c: RequestContext, url: string): Promise<FirstRead | number> => {
    const headers = new Headers(c.req.raw.headers)
    for (const name of ['Accept-Encoding', 'Cookie', 'If-None-Match']) headers.delete(name)
    // Without Node's response, which is the page's: its headers are not those of a read.
    const response = await api.hono.request(url, { headers }, { ...c.env, outgoing: undefined })
    if (response.status !== 200) return response.status
    return { url, json: await response.text(), etag: response.headers.get('ETag') ?? '' }
  }

  /** Resolves to the responses for a screen. */
  const readAll = async (c: RequestContext, { read: first, findOthers }: FilledScreen) => {
    const response = await read(c, first)
    if (typeof response === 'number') return NOT_FOUND.includes(response) ? MISSING : undefined
    const others = findOthers === undefined ? [] : findOthers(JSON.parse(response.json))
    if (others === undefined) return MISSING
    const found = await Promise.all(others.map((url) => read(c, url)))
    return [response, ...found].filter((each) => typeof each !== 'number')
  }

  const fill = async (c: RequestContext, screen: FilledScreen) => {
    const { address } = screen
    const readAt = now()
    const responses = await readAll(c, screen)
    if (responses === undefined || responses === MISSING) {
      // Deleted or private since: the last frame must not be served instead.
      held.set(address, NONE)
      return responses
    }
    const version = [...responses.map(({ etag }) => etag), Math.floor(readAt / MINUTE_MS)].join()
    const last = lastOf(address).frame
    const frame = last?.version === version ? last : await renderWith(screen, responses, version, readAt)
    held.set(address, { frame, readAt, restUntil: 0 })
    return frame
  }

  const renderWith = async (
    { address, isPrivate }: FilledScreen,
    responses: readonly FirstRead[],
    version: string,
    readAt: number,
  ) => {
    const content = await render(
      address,
      responses.map(({ url, json }) => [url, json]),
    )
    const blocks = responses.map((response) => toDataBlock(response, readAt)).join('')
    return {
      html: `${blocks}<div id="${FILLED}">${content}</div>`,
      styles: findStyles(content),
      version,
      isHiddenFromSearch: responses.some(({ json }) => isPrivate?.(JSON.parse(json)) === true),
    }
  }

  /** Fills the frame once for all who request it meanwhile. */
  const fillOnce = (c: RequestContext, screen: FilledScreen) => {
    const { address } = screen
    const present =
      filling.get(address) ??
      fill(c, screen)
        .catch((error: unknown) => {
          const until = now() + REST_MS
          if (error instanceof RendererEnded) restUntil = until
          held.set(address, { ...lastOf(address), restUntil: until })
          api.log.warn(`The frame of ${address} was not rendered`, { reason: String(error) })
          return undefined
        })
        .finally(() => filling.delete(address))
    filling.set(address, present)
    return present
  }

  return async (c) => {
    if (api.cookie.read(c.req.header('Cookie')) !== undefined) return undefined
    const { pathname, searchParams } = new URL(c.req.url)
    const screen = findFilledScreen(pathname, searchParams)
    if (screen === undefined || screen === MISSING) return screen
    const { address } = screen
    const usable = (ms: number) => {
      const { frame, readAt } = lastOf(address)
      return now() - readAt < ms ? frame : undefined
    }
    if (now() < Math.max(restUntil, lastOf(address).restUntil)) return usable(USABLE_MS)
    const fresh = usable(FRESH_MS)
    if (fresh !== undefined || (filling.size >= FILLING_MAX && !filling.has(address))) return fresh
    return (await inTime(fillOnce(c, screen), api.config.previewWaitMs)) ?? usable(USABLE_MS)
  }
}

const toDataBlock = ({ url, json, etag }: FirstRead, at: number) =>
  `<script type="application/json" class="${FIRST_DATA}" data-url="${escapeMarkup(url)}" data-at="${at}" data-etag="${escapeMarkup(etag)}">${json.replaceAll('<', String.raw`\u003c`)}</script>`
