import type { Random } from '#tests/simulation/random.ts'
import type { LoadResponse, RequestSender } from './request-sender.ts'
import type { WriteLedger } from './write-ledger.ts'

export type Query = Readonly<Record<string, string>>

/** A signed-in member; its writes are recorded. */
interface MemberSession {
  readonly name: string
  /**
   * Creates another account. Repeats have no `client_id`: the server compares name and password.
   */
  signUp(name: string): Promise<void>
  /** Sends a write with a new `client_id`. `actor` is the parameter with the member's name. */
  post(kind: string, path: string, input: Query, actor?: string): Promise<LoadResponse>
  get(path: string, query: Query, etag?: string): Promise<LoadResponse>
  /** Sends a listen as a player does. */
  scrobble(listenedAt: number, artist: string, track: string): Promise<void>
}

const PASSWORD = 'a password of the load test'

/** Signs a member up and in, with a token for a player. */
export async function openMemberSession(
  sender: RequestSender,
  name: string,
  { ledger, random }: { readonly ledger: WriteLedger; readonly random: Random },
): Promise<MemberSession> {
  let cookie = ''

  /** Records a final response. Returns whether the write was accepted. */
  function record(kind: string, { status, text }: LoadResponse, path: string, query: Query = {}): boolean {
    const write = {
      kind,
      member: name,
      status,
      text,
      request: { method: 'POST', path, query, headers: { cookie } },
    } as const
    if (status !== 200) ledger.rejections.push(write)
    if (query['client_id'] !== undefined) ledger.writes.push(write)
    return status === 200
  }

  const signUp: MemberSession['signUp'] = async (user) => {
    const query = { user, firstname: user, lastname: user, email: `${user}@flipside.example`, password: PASSWORD }
    const path = '/api/user/create-profile'
    const response = await sender.send({ method: 'POST', path, query })
    if (record('sign-up', response, path, query)) ledger.rows.members.add(user)
  }
  await signUp(name)
  const login = { user: name, password: PASSWORD }
  const { headers } = await sender.send({ method: 'POST', path: '/api/user/login', query: login })
  cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const player = { user: name, name: 'player' }
  const created = await sender.send({
    method: 'POST',
    path: '/api/user/create-scrobble-token',
    query: player,
    headers: { cookie },
  })
  const authorization = `Token ${parseBody(created).token}`

  return {
    name,
    signUp,
    async post(kind, path, input, actor = 'user') {
      const query = { [actor]: name, ...input, client_id: toUuid(random) }
      const response = await sender.send({ method: 'POST', path, query, headers: { cookie } })
      record(kind, response, path, query)
      return response
    },
    get: (path, query, etag) =>
      sender.send({ method: 'GET', path, query, headers: { cookie, ...(etag && { 'if-none-match': etag }) } }),
    async scrobble(listenedAt, artist, track) {
      const path = '/1/submit-listens'
      const payload = [{ listened_at: listenedAt, track_metadata: { artist_name: artist, track_name: track } }]
      const body = JSON.stringify({ listen_type: 'single', payload })
      const ofPlayer = { authorization, 'content-type': 'application/json' }
      const response = await sender.send({ method: 'POST', path, headers: ofPlayer, body })
      if (record('scrobble', response, path)) ledger.rows.listens.add(String(listenedAt))
    },
  }
}

/** Returns a successful response's body. Throws for others. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests of the contract check the shapes of responses.
export function parseBody({ status, text }: LoadResponse): any {
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return JSON.parse(text)
}

/** Returns a random version 4 UUID. */
function toUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
