import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { singleSignOnWorld } from '#tests/support/single-sign-on-world.ts'
import { type TestMember } from '#tests/support/test-server.ts'
import { insertPasswordReset } from '../passwords/password-resets.ts'

const world = await singleSignOnWorld()
const { openid, server, join, openBrowser, startLink, comeBack, signIn, linkTo, readViewer } = world
let ada: TestMember
let round = 0
beforeEach(async () => {
  round += 1
  ada = await join(`Ada ${round}`)
})
afterEach(() => world.reset())
afterAll(world.close)

describe('linking', () => {
  test('an identity of another member is refused', async () => {
    await linkTo(ada, `taken-${round}`)
    const bo = await join(`Bo ${round}`)
    expect(await linkTo(bo, `taken-${round}`)).toBe('/settings/security?sso=taken')
    expect(await signIn(openBrowser(), `taken-${round}`)).toBe('/login?sso=signed_in')
  })

  test('an identity with half a character is refused: as another half it would be stored alike', async () => {
    expect(await linkTo(ada, `half-${round}-\ud800`)).toBe('/settings/security?sso=invalid')
    expect(await signIn(openBrowser(), `half-${round}-\ud801`)).toBe('/login?sso=invalid')
  })

  test('a second identity is refused, at the start and at the end', async () => {
    const second = await startLink(ada)
    await linkTo(ada, `first-${round}`)
    expect(await comeBack(ada, openid.approve(second, `second-${round}`))).toBe('/settings/security?sso=already_linked')
    const { status, body } = await server.post(
      '/api/user/link-identity',
      { user: ada.name, password: ada.password },
      { as: ada },
    )
    expect([status, body.code]).toEqual([409, 'identity_linked'])
  })

  test('an identity concurrently is done for one of two members', async () => {
    const bo = await join(`Bo ${round}`)
    const [one, other] = [await startLink(ada), await startLink(bo)]
    const ends = await Promise.all([
      comeBack(ada, openid.approve(one, `both-${round}`)),
      comeBack(bo, openid.approve(other, `both-${round}`)),
    ])
    expect(ends.toSorted()).toEqual(['/settings/security?sso=linked', '/settings/security?sso=taken'])
  })

  test('ends only in the session that it has started in', async () => {
    const bo = await makeMember(server, `Bo ${round}`)
    const url = await startLink(ada)
    const back = openid.approve(url, `victim-${round}`)
    expect(await comeBack(bo, back)).toBe('/login?sso=expired')
    const elsewhere = await server.logIn(ada.name, ada.password)
    expect(await comeBack(elsewhere, back)).toBe('/login?sso=expired')
    expect(await comeBack(ada, back)).toBe('/settings/security?sso=linked')
  })

  test('fails with the reason in the address, and for a member that has been suspended since', async () => {
    const url = await startLink(ada)
    openid.faults.claims = { aud: 'another-app' }
    expect(await comeBack(ada, openid.approve(url, `x-${round}`))).toBe('/settings/security?sso=invalid')
    delete openid.faults.claims
    const later = await startLink(ada)
    await server.db
      .insertInto('suspensions')
      .values({ member_id: ada.id, reason: 'Spam', until: null, admin_id: null })
      .execute()
    expect(await comeBack(ada, openid.approve(later, `x-${round}`))).toBe('/settings/security?sso=suspended')
    const query = { user: ada.name, password: ada.password }
    expect((await server.post('/api/user/unlink-identity', query, { as: ada })).status).toBe(200)
  })
})

describe('a suspended or deleted member', () => {
  test('signs in while suspended, as with the password', async () => {
    await linkTo(ada, `suspended-${round}`)
    await server.db
      .insertInto('suspensions')
      .values({ member_id: ada.id, reason: 'Spam', until: null, admin_id: null })
      .execute()
    const browser = openBrowser()
    expect(await signIn(browser, `suspended-${round}`)).toBe('/login?sso=signed_in')
    expect(await readViewer(browser)).toBe(ada.name)
  })

  test('has no identity after the deletion: it can sign up again', async () => {
    await linkTo(ada, `deleted-${round}`)
    const query = { user: ada.name, password: ada.password }
    expect((await server.post('/api/user/delete-account', query, { as: ada })).status).toBe(200)
    expect(await signIn(openBrowser(), `deleted-${round}`)).toBe('/signup?sso=sign_up')
  })

  test('has no identity after a password reset, as an attacker could have linked one', async () => {
    await linkTo(ada, `reset-${round}`)
    const token = await insertPasswordReset(server.db, ada.id, server.clock.now())
    const reset = await server.post('/api/user/reset-password', { token, new_password: 'another long one' })
    expect(reset.status).toBe(200)
    expect(await signIn(openBrowser(), `reset-${round}`)).toBe('/signup?sso=sign_up')
  })
})
