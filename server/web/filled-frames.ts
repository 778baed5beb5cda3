import { headPath } from '#contract/broadcasts/feed-head.ts'
import { FILLED, FIRST_DATA } from '#contract/first-data.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import type { RenderFrame } from './frame-renderer.ts'

/** A frame with content, in place of the built one. */
export interface FilledFrame {
  /** The data block and the content. */
  readonly html: string
  /** Changes with what the frame shows. */
  readonly version: string
}

export type FindFilledFrame = (c: RequestContext) => Promise<FilledFrame | undefined>

/** The screens with filled frames, each with what a visitor's first render reads. */
const screens: Readonly<Record<string, string>> = { '/': headPath(null, null) }

/** A frame is served without another read for this time. */
const FRESH_MS = 1000
/** A frame is served for this time if another one is late. */
const USABLE_MS = 10_000
/** After a failure no frame is rendered for this time: each attempt may start a thread. */
const REST_MS = 60_000
/** Relative times are exact to the minute. */
const MINUTE_MS = 60_000

interface Rendered extends FilledFrame {
  /** ms since 1970. */
  readonly readAt: number
}

/**
 * Returns a function that finds the frame of a path as a visitor sees it, within PREVIEW_WAIT_MS.
 * Undefined: the page is served as built, as for members, whose content is private. It reads
 * through the API, so that privacy and suspensions are those of the app's own request. All visitors
 * share a frame, which is rendered once for each response and minute.
 */
export function createFilledFrames(api: Api, render: RenderFrame | undefined): FindFilledFrame {
  if (render === undefined || api.config.apiHost !== null) return async () => undefined
  const held = new Map<string, Rendered>()
  const filling = new Map<string, Promise<Rendered | undefined>>()
  let restUntil = 0
  // The first rendering takes ten times as long.
  for (const path of Object.keys(screens)) void render(path, []).catch(() => {})

  const fill = async (c: RequestContext, path: string): Promise<Rendered | undefined> => {
    const read = screens[path] ?? ''
    const headers = new Headers(c.req.raw.headers)
    for (const name of ['Accept-Encoding', 'Cookie', 'If-None-Match']) headers.delete(name)
    const readAt = api.now().getTime()
    const response = await api.hono.request(read, { headers }, c.env)
    if (response.status !== 200) return undefined
    const json = await response.text()
    const etag = response.headers.get('ETag') ?? ''
    const version = `${etag}${Math.floor(readAt / MINUTE_MS)}`
    const last = held.get(path)
    const isSame = last !== undefined && last.version === version
    const html = isSame
      ? last.html
      : toDataBlock({ url: read, json, etag, at: readAt }) +
        `<div id="${FILLED}">${await render(path, [[read, json]])}</div>`
    const rendered = { html, version, readAt }
    held.set(path, rendered)
    return rendered
  }

  /** Fills the frame once for all who request it meanwhile. */
  const fillOnce = (c: RequestContext, path: string) => {
    const present =
      filling.get(path) ??
      fill(c, path)
        .catch((error: unknown) => {
          restUntil = api.now().getTime() + REST_MS
          api.log.warn(`The frame of ${path} was not rendered`, { reason: String(error) })
          return undefined
        })
        .finally(() => filling.delete(path))
    filling.set(path, present)
    return present
  }

  return async (c) => {
    const { path } = c.req
    if (screens[path] === undefined || api.cookie.read(c.req.header('Cookie')) !== undefined) return undefined
    const usable = (ms: number) => {
      const last = held.get(path)
      return last !== undefined && api.now().getTime() - last.readAt < ms ? last : undefined
    }
    if (api.now().getTime() < restUntil) return usable(USABLE_MS)
    return usable(FRESH_MS) ?? (await inTime(fillOnce(c, path), api.config.previewWaitMs)) ?? usable(USABLE_MS)
  }
}

interface Block {
  readonly url: string
  readonly json: string
  readonly etag: string
  readonly at: number
}

const toDataBlock = ({ url, json, etag, at }: Block) =>
  `<script type="application/json" id="${FIRST_DATA}" data-url="${escape(url)}" data-at="${at}" data-etag="${escape(etag)}">${json.replaceAll('<', String.raw`\u003c`)}</script>`

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function inTime<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    void result.then((value) => {
      clearTimeout(timer)
      resolve(value)
    })
  })
}
