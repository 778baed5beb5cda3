import { SECURE_SIGN_IN_COOKIE, SIGN_IN_COOKIE } from '#contract/storage-names.ts'
import type { Config } from '#server/config/config.ts'
import type { Input } from '#server/http/input.ts'
import { createToken, hashToken } from '#server/http/session.ts'

/** How long the cookie is stored: for the time at the provider and choosing a name. */
const LIFETIME_S = 30 * 60

const TOKEN = /^[\w-]{43}$/

type Cookies = Pick<Input<never>, 'readCookie' | 'addCookie'>

/**
 * The cookie with the secret that binds sign-ins at the provider to one browser. Several tabs share
 * it.
 */
const describeCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>) => {
  const isSecure = publicUrl?.protocol === 'https:'
  return {
    name: isSecure ? SECURE_SIGN_IN_COOKIE : SIGN_IN_COOKIE,
    attributes: `; Path=/; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}

export function readBrowserHash(config: Pick<Config, 'publicUrl'>, { readCookie }: Pick<Cookies, 'readCookie'>) {
  const token = readCookie(describeCookie(config).name)
  return token !== undefined && TOKEN.test(token) ? hashToken(token) : undefined
}

/** Creates the browser's secret or extends its lifetime. Returns its hash. */
export function refreshBrowserHash(config: Pick<Config, 'publicUrl'>, { readCookie, addCookie }: Cookies): Buffer {
  const { name, attributes } = describeCookie(config)
  const current = readCookie(name)
  const token = current !== undefined && TOKEN.test(current) ? current : createToken().token
  addCookie(`${name}=${token}${attributes}`)
  return hashToken(token)
}
