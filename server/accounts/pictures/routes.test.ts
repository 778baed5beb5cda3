import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { PICTURE_SIDES } from '#contract/accounts/pictures.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { aPng, pngChunk } from '#tests/support/pictures/png.ts'
import { type RequestOptions, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

type Parts = Partial<Record<string, Buffer | string>>
/** A form with all four sizes. `changes` replaces parts; an empty text removes one. */
function aForm(changes: Parts = {}, mark = 'one'): FormData {
  const notes = [pngChunk('sRGB', Buffer.from([0])), pngChunk('gAMA', Buffer.from(mark.padEnd(4)))]
  const parts: Parts = Object.fromEntries(
    Object.entries(PICTURE_SIDES).map(([size, side]) => [size, aPng(side, side, notes)]),
  )
  const form = new FormData()
  for (const [size, part = ''] of Object.entries({ ...parts, ...changes })) {
    if (part !== '')
      form.set(size, typeof part === 'string' ? part : new Blob([new Uint8Array(part)], { type: 'image/png' }))
  }
  return form
}
const upload = (as: TestMember, body: FormData | string, query: object = {}, more: RequestOptions = {}) =>
  server.post('/api/user/picture', { user: as.name, ...query }, { as, body, ...more })
const profile = async (of: TestMember) => (await server.get('/api/user/profile', { user: of.name })).body.userProfile[0]
const stored = async (of: TestMember) =>
  (await server.db.selectFrom('pictures').select('size').where('member_id', '=', of.id).execute()).length

describe('an uploaded picture', () => {
  test('an uploaded picture is served in four sizes, cacheable and without permissions', async () => {
    expect((await upload(ada, aForm())).body).toEqual({ success: true })
    const { pfpsm, pfpmed, pfplg, pfpxl } = await profile(ada)
    expect(pfpsm).toMatch(/^\/pictures\/[\w-]{22}\/sm$/)
    for (const [address, side] of [
      [pfpsm, 64],
      [pfpmed, 128],
      [pfplg, 256],
      [pfpxl, 512],
    ]) {
      const response = await server.app.hono.request(address)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      })
      expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: side, height: side })
    }
  })

  test('an uploaded picture appears in every response with its member', async () => {
    const [bo, [rain = 0]] = [await makeMember(server, `bo${round}`), await makeTracks(server, 'Rain by Sol Ferro')]
    await upload(ada, aForm())
    const { pfpsm, pfpmed, pfplg, pfpxl } = await profile(ada)
    await play(server, ada, rain)
    const share = { user: ada.name, title: 'x', body: 'x', relatedtype: 'Track', relatedid: rain }
    await server.post('/api/create-broadcast', share, { as: ada })
    await server.post('/api/user/follow', { follower: ada.name, followee: bo.name }, { as: ada })
    await server.post('/api/user/mute', { user: bo.name, other: ada.name }, { as: bo })
    const get = async (path: string, query: Record<string, string>, as?: TestMember) =>
      (await server.get(path, query, as ? { as } : {})).body
    const [broadcast] = (await get('/api/get-broadcasts', {})).broadcasts
    expect(broadcast).toMatchObject({
      user_pfp_sm: pfpsm,
      user_pfp_med: pfpmed,
      user_pfp_lg: pfplg,
      user_pfp_xl: pfpxl,
    })
    expect((await get('/api/user/followers', { user: bo.name })).followers).toMatchObject([{ pfpsm, pfpmed }])
    expect((await get('/api/user/blocks', { user: bo.name }, bo)).blocks).toMatchObject([{ pfpsm }])
    expect((await get('/api/user/get-users', { search_term: ada.name })).userProfile[0]).toMatchObject({ pfpmed })
    const { topListeners } = await get('/api/artist/top-listeners', { artist: 'Sol Ferro' })
    expect(
      topListeners.find((topListener: { username: string }) => topListener.username === ada.name).profileImage,
    ).toBe(pfpmed)
    await server.post('/api/user/unmute', { user: bo.name, other: ada.name }, { as: bo })
    expect((await get('/api/user/activity', { user: bo.name }, bo)).activity).toMatchObject([{ pfpsm }])
    const message = { user: ada.name, recipient: bo.name, message: 'hello' }
    await server.post('/api/send-direct-message', message, { as: ada })
    expect((await get('/api/user/conversations', { user: bo.name }, bo)).conversations).toMatchObject([{ pfpsm }])
  })

  test("an uploaded picture replaces the previous one and ends that one's URL", async () => {
    await upload(ada, aForm({}, 'one'))
    const before = (await profile(ada)).pfpsm
    await upload(ada, aForm({}, 'two'))
    const after = (await profile(ada)).pfpsm
    expect(after).not.toBe(before)
    expect([(await server.get(before)).status, (await server.get(after)).status]).toEqual([404, 200])
    expect(await stored(ada)).toBe(4)
  })

  test('an uploaded picture is revalidated by its ETag while it exists', async () => {
    await upload(ada, aForm())
    const { pfpsm } = await profile(ada)
    const etag = (await server.get(pfpsm)).headers.get('etag') ?? ''
    const validate = () => server.get(pfpsm, {}, { headers: { 'If-None-Match': etag } })
    expect((await validate()).status).toBe(304)
    await server.post('/api/user/remove-picture', { user: ada.name }, { as: ada })
    const gone = await validate()
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test('an uploaded picture with unreadable pixels is rejected', async () => {
    const broken = pngChunk('IDAT', Buffer.from('alert(1)'))
    const whole = aPng(64)
    const at = whole.indexOf('IDAT') - 4
    const sm = Buffer.concat([whole.subarray(0, at), broken, pngChunk('IEND', Buffer.alloc(0))])
    const { status, body } = await upload(ada, aForm({ sm }))
    expect([status, body.error]).toEqual([400, 'sm is broken: its pixels cannot be read.'])
  })

  test('an uploaded picture can be removed, also twice', async () => {
    await upload(ada, aForm())
    const { pfpsm } = await profile(ada)
    const remove = () => server.post('/api/user/remove-picture', { user: ada.name }, { as: ada })
    expect([(await remove()).body, (await remove()).body]).toEqual([{ success: true }, { success: true }])
    expect(await profile(ada)).toMatchObject({ pfpsm: '', pfpmed: '', pfplg: '', pfpxl: '' })
    expect((await server.get(pfpsm)).status).toBe(404)
    expect(await stored(ada)).toBe(0)
  })

  test('removing an uploaded picture leaves the same picture of another member', async () => {
    const bo = await makeMember(server, `bo${round}`)
    await upload(ada, aForm())
    await upload(bo, aForm())
    await server.post('/api/user/remove-picture', { user: bo.name }, { as: bo })
    expect((await server.get((await profile(ada)).pfpxl)).status).toBe(200)
  })
})

describe('repeated uploads', () => {
  test('an upload repeated under its client_id is stored once, and another picture under it is rejected', async () => {
    const client_id = randomUUID()
    const one = { success: true, client_id }
    expect((await upload(ada, aForm(), { client_id })).body).toEqual(one)
    const { pfpsm } = await profile(ada)
    await server.post('/api/user/remove-picture', { user: ada.name }, { as: ada })
    expect((await upload(ada, aForm(), { client_id })).body).toEqual(one)
    expect((await profile(ada)).pfpsm).toBe('')
    expect((await upload(ada, aForm({}, 'two'), { client_id })).body.code).toBe('client_id_reused')
    expect((await server.get(pfpsm)).status).toBe(404)
  })

  test('five concurrent uploads leave one complete picture', async () => {
    const marks = ['a', 'b', 'c', 'd', 'e']
    const responses = await Promise.all(marks.map((mark) => upload(ada, aForm({}, mark))))
    expect(responses.map((it) => it.status)).toEqual([200, 200, 200, 200, 200])
    expect(await stored(ada)).toBe(4)
    expect((await server.get((await profile(ada)).pfpxl)).status).toBe(200)
  })
})

describe('rejected uploads', () => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
  test.each([
    ['a form without one size', () => aForm({ lg: '' }), 400, 'lg must be one file.'],
    ['a text instead of a file', () => aForm({ lg: 'x' }), 400, 'lg must be one file.'],
    [
      'a drawing that could hold a script',
      () => aForm({ sm: svg }),
      400,
      'sm must be a JPEG, PNG or WebP picture that does not move.',
    ],
    ['a picture of another size', () => aForm({ sm: aPng(65) }), 400, 'sm must be 64 pixels wide and high.'],
    ['a picture that is no square', () => aForm({ sm: aPng(64, 63) }), 400, 'sm must be 64 pixels wide and high.'],
    ['more than 100 kB of one size', () => aForm({ xl: Buffer.alloc(100_001) }), 413, 'xl must be at most 100 kB.'],
    ['more than all sizes may have', () => aForm({ xl: Buffer.alloc(500_000) }), 413, 'That is too long.'],
    ['plain text', () => 'hello', 400, 'A picture must be sent as multipart/form-data.'],
  ])('an upload of %s is rejected without a change', async (_, form, status, error) => {
    const response = await upload(ada, form())
    expect([response.status, response.body.error]).toEqual([status, error])
    expect((await profile(ada)).pfpsm).toBe('')
  })

  test('a truncated form is rejected', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const response = await upload(ada, '--x\r\nContent-Disposition: form-data; name="sm"', {}, { headers })
    expect([response.status, response.body.error]).toEqual([400, 'The form with the picture is not complete.'])
  })

  test('an upload by another member, another site or a visitor is rejected', async () => {
    const bo = await makeMember(server, `bo${round}`)
    const asBo = await upload(ada, aForm(), {}, { as: bo })
    expect(asBo.body.code).toBe('wrong_member')
    const foreign = await upload(ada, aForm(), {}, { headers: { Origin: 'https://evil.example' } })
    expect(foreign.body.code).toBe('foreign_origin')
    const visitor = await server.post('/api/user/picture', { user: ada.name }, { body: aForm() })
    expect(visitor.body.code).toBe('no_session')
    expect((await profile(ada)).pfpsm).toBe('')
  })
})

test('a path without a picture is 404', async () => {
  for (const path of ['/pictures/abc/sm', '/pictures/abc/huge', `/pictures/${'a'.repeat(22)}/constructor`]) {
    expect([path, (await server.get(path)).status]).toEqual([path, 404])
  }
})

test('another method is rejected with the allowed ones', async () => {
  const response = await server.get('/api/user/picture')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})
