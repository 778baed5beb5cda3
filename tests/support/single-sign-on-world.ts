import { expect } from 'vitest'
import { hashPassword } from '#server/accounts/passwords/password.ts'
import { makeMember } from './members.ts'
import { type ProviderFaults, startOpenidProvider } from './openid-provider.ts'
import { type TestMember, testServer } from './test-server.ts'

const PASSWORD = 'the password of all'
const passwordHash = hashPassword(PASSWORD)

/** Starts a server with its own OpenID provider. `close` is for `afterAll`. */
export async function singleSignOnWorld() {
  const openid = await startOpenidProvider()
  const server = await testServer({
    settings: { publicUrl: new URL('http://localhost:3000'), singleSignOn: openid.settings },
  })
  /** Creates a member with a session and a password, which is hashed once. */
  const join = async (name: string): Promise<TestMember> => {
    const member = await makeMember(server, name)
    const set = { password_hash: await passwordHash }
    await server.db.updateTable('members').set(set).where('id', '=', member.id).execute()
    return { ...member, password: PASSWORD }
  }
  const start = async (browser: TestMember, query: Record<string, string> = {}): Promise<string> => {
    const { body } = await server.post('/api/user/start-single-sign-on', query, { as: browser })
    return body.url
  }
  const startLink = async (member: TestMember): Promise<string> => {
    const query = { user: member.name, password: member.password }
    return (await server.post('/api/user/link-identity', query, { as: member })).body.url
  }
  /** Follows the provider's redirect. Returns the path that the browser is sent to. */
  const comeBack = async (browser: TestMember, back: URL): Promise<string> => {
    const response = await server.get(`${back.pathname}${back.search}`, {}, { as: browser })
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
    return response.headers.get('location') ?? ''
  }
  return {
    openid,
    server,
    join,
    start,
    startLink,
    comeBack,
    /** Creates a browser without a session. */
    openBrowser: (): TestMember => ({ id: 0, name: '', password: '', cookies: new Map() }),
    signIn: async (browser: TestMember, subject: string, query?: Record<string, string>) =>
      comeBack(browser, openid.approve(await start(browser, query), subject)),
    linkTo: async (member: TestMember, subject: string) =>
      comeBack(member, openid.approve(await startLink(member), subject)),
    signUp: (browser: TestMember, user: string, more: Record<string, string> = {}) => {
      const names = { user, firstname: user, lastname: user, email: 'new@flipside.example' }
      const query = { ...names, password: 'a long enough one', single_sign_on: 'true', ...more }
      return server.post('/api/user/create-profile', query, { as: browser })
    },
    readViewer: async (browser: TestMember) => (await server.get('/api/user/session', {}, { as: browser })).body.viewer,
    listEvents: (event: string) => server.lines.filter((line) => line.includes(`event=${event}`)),
    /** Ends the provider's faults and opens the sign-up, for `afterEach`. */
    async reset() {
      for (const name of Object.keys(openid.faults)) delete openid.faults[name as keyof ProviderFaults]
      await server.db.updateTable('instance').set({ sign_up: 'open' }).execute()
    },
    close: () => openid.stop(),
  }
}
