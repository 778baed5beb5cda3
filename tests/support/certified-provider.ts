import { createServer, type Server } from 'node:http'
import { Provider } from 'oidc-provider'

export interface CertifiedProvider {
  /** The settings for a server that uses it. */
  readonly settings: Readonly<Record<string, string>>
  /** Takes the provider away, and starts it again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

const CLIENT = { client_id: 'flipside', client_secret: 'a secret of the client' }

/**
 * Starts oidc-provider, an implementation certified by the OpenID Foundation. Its pages accept any
 * name with any password.
 */
export async function startCertifiedProvider(port: number, publicUrl: string): Promise<CertifiedProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${publicUrl}/api/single-sign-on/callback`] }],
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    // As most providers: the profile claims are in the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: ['the key of a test'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id }) }),
  })
  let server: Server | undefined
  const start = async () => {
    const respond = provider.callback()
    server = createServer((request, response) => void respond(request, response))
    const starting = server
    await new Promise<void>((done) => starting.listen(port, '127.0.0.1', done))
  }
  await start()
  return {
    settings: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: 'Example ID',
    },
    start,
    stop: () =>
      new Promise((done) => {
        server?.close(() => done())
        server?.closeAllConnections()
      }),
  }
}
