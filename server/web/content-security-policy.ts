import { createHash } from 'node:crypto'
import { type PlayerService, toPlayerOrigin } from '#contract/listening/service-players.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi
/** Data blocks do not run and need no hash. */
const DATA_TYPE = /\btype\s*=\s*["']?(?!module\b|text\/javascript\b)[\w/+-]+/i

/**
 * Returns the policy for the app's page: it runs only the app's own files and the build's inline
 * scripts, by their hashes. `embeds`: the services with players that it may frame.
 */
export function pagePolicy(html: string, apiHost: URL | null, embeds: readonly PlayerService[]): string {
  const host = apiHost === null ? '' : ` ${apiHost.origin}`
  return [
    "default-src 'none'",
    toDirective('script-src', findInlineScripts(html)),
    toDirective('style-src', findInlineStyles(html)),
    `img-src 'self' https: data:${host}`,
    `connect-src 'self'${host}`,
    "media-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(embeds.length === 0 ? [] : [['frame-src', ...embeds.map(toPlayerOrigin)].join(' ')]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns the page's policy with inline style sheets that the page has besides its own. */
export const addStyles = (policy: string, sheets: readonly string[]): string =>
  policy.replace(/style-src[^;]*/, (directive) => [directive, ...sheets.map(toHash)].join(' '))

/**
 * Returns the service worker's policy: it fetches pictures from other origins, which the page's
 * `img-src` does not cover.
 */
export const workerPolicy = (apiHost: URL | null): string =>
  `default-src 'none'; script-src 'self'; connect-src 'self' https:${apiHost === null ? '' : ` ${apiHost.origin}`}; frame-ancestors 'none'`

const toDirective = (directive: string, inline: readonly string[]) =>
  [directive, "'self'", ...inline.map(toHash)].join(' ')

const toHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const findInlineScripts = (html: string) =>
  [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && !DATA_TYPE.test(attributes))
    .map(([, , text = '']) => text)

const findInlineStyles = (html: string) => [...html.matchAll(STYLE)].map(([, text = '']) => text)
