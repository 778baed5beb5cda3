import { CannotStart, type Environment, isLoopback, readText } from './settings.ts'

/** The OpenID provider that members may sign in with. */
export interface SingleSignOnSettings {
  /** An https address, or one on this machine. */
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string
  /** The provider's name on buttons. */
  readonly name: string
}

const NAME_MAX = 40

/**
 * Returns the single sign-on settings, or null without OIDC_ISSUER. Messages never repeat the
 * secret. Throws {@link CannotStart}.
 */
export function readSingleSignOnSettings(env: Environment, hasPublicUrl: boolean): SingleSignOnSettings | null {
  const address = readText(env, 'OIDC_ISSUER')
  const clientId = readText(env, 'OIDC_CLIENT_ID')
  const clientSecret = readText(env, 'OIDC_CLIENT_SECRET')
  const name = readText(env, 'OIDC_NAME')
  if (address === null) {
    const others = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name }
    const [setting] = Object.entries(others).find(([, value]) => value !== null) ?? []
    if (setting !== undefined) throw new CannotStart(`${setting} needs OIDC_ISSUER.`)
    return null
  }
  const issuer = parseIssuer(address)
  if (clientId === null) throw new CannotStart('OIDC_ISSUER needs OIDC_CLIENT_ID.')
  if (clientSecret === null) throw new CannotStart('OIDC_ISSUER needs OIDC_CLIENT_SECRET.')
  if (!hasPublicUrl) throw new CannotStart('OIDC_ISSUER needs PUBLIC_URL, to which the provider sends members back.')
  return { issuer, clientId, clientSecret, name: checkName(name ?? issuer.hostname) }
}

function parseIssuer(value: string): URL {
  const url = URL.parse(value)
  const isEncrypted = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url !== null && isEncrypted && isPlain && !url.pathname.includes('/.well-known/')) return url
  throw new CannotStart(
    'OIDC_ISSUER must be the https address of an issuer such as https://login.example/realms/music.',
  )
}

function checkName(name: string): string {
  if (name.length <= NAME_MAX && !/\p{C}/u.test(name)) return name
  throw new CannotStart(`OIDC_NAME must be one line of at most ${NAME_MAX} characters.`)
}
