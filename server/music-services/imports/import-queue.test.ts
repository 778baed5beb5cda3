import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bufferChunks } from '#server/import-formats/buffer-chunks.ts'
import { brainzListen } from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { createImportQueue } from './import-queue.ts'

describe('the queue of imports', () => {
  const order = (queue = createImportQueue(2)) => {
    const started: string[] = []
    const join = (memberId: number, name: string) => {
      const place = queue.join(memberId)
      void place.turn.then(() => started.push(name))
      return place
    }
    return { started, join, queue }
  }
  const settled = () => Promise.resolve()

  test('the queue runs one import per member and a few of all, in order of arrival', async () => {
    const { started, join, queue } = order()
    const [a1, a2, b1, c1] = [join(1, 'a1'), join(1, 'a2'), join(2, 'b1'), join(3, 'c1')]
    await settled()
    expect([started, queue.waiting()]).toEqual([['a1', 'b1'], 2])
    expect([a1, a2, b1, c1].map((place) => place.isWaiting)).toEqual([false, true, false, true])
    b1.leave()
    await settled()
    expect(started).toEqual(['a1', 'b1', 'c1'])
    a1.leave()
    c1.leave()
    a2.leave()
    await settled()
    expect([started, queue.waiting()]).toEqual([['a1', 'b1', 'c1', 'a2'], 0])
  })

  test('an import that has had its turn makes room for others, and goes on after them', async () => {
    let nowMs = 0
    const { started, join } = order(createImportQueue(1, () => nowMs))
    const slow = join(1, 'slow')
    await settled()
    nowMs = 60_000
    // No import waits.
    expect(slow.isTurnOver()).toBe(false)
    const quick = join(2, 'quick')
    expect([slow.isTurnOver(), quick.isWaiting]).toEqual([true, true])
    void slow.rejoin().then(() => started.push('slow again'))
    await settled()
    expect(started).toEqual(['slow', 'quick'])
    expect(quick.isTurnOver()).toBe(false)
    quick.leave()
    await settled()
    expect(started).toEqual(['slow', 'quick', 'slow again'])
    expect(slow.isTurnOver()).toBe(false)
    slow.leave()
  })

  test('members with slow files hold a newcomer up for one turn, and begin at most twice as many as run', async () => {
    let nowMs = 0
    const { started, join } = order(createImportQueue(3, () => nowMs))
    const slow = [1, 2, 3].map((member) => join(member, `slow ${member}`))
    const late = Array.from({ length: 6 }, (_, place) => join(10 + place, `late ${place}`))
    nowMs = 20_000
    for (const place of slow) if (place.isTurnOver()) void place.rejoin()
    await settled()
    expect(started.slice(3)).toEqual(['late 0', 'late 1', 'late 2'])
    nowMs = 40_000
    for (const place of late.slice(0, 3)) if (place.isTurnOver()) void place.rejoin()
    await settled()
    // Six have begun: these take turns until one ends.
    expect(started).toHaveLength(6)
    slow[0]?.leave()
    await settled()
    expect(started).toHaveLength(7)
  })

  test('two imports of a member never run in turns', async () => {
    let nowMs = 0
    const { started, join } = order(createImportQueue(2, () => nowMs))
    const first = join(1, 'first')
    join(1, 'second')
    nowMs = 60_000
    await settled()
    expect([started, first.isTurnOver()]).toEqual([['first'], false])
  })

  test('an import has run for too long after half an hour of its own turns', () => {
    let nowMs = 0
    const queue = createImportQueue(1, () => nowMs)
    const slow = queue.join(1)
    nowMs = 20 * 60_000
    const other = queue.join(2)
    void slow.rejoin()
    nowMs = 80 * 60_000
    expect(slow.isTooLong()).toBe(false)
    other.leave()
    nowMs += 11 * 60_000
    expect(slow.isTooLong()).toBe(true)
  })

  test('a waiting import can leave the queue', async () => {
    const { started, join, queue } = order(createImportQueue(1))
    const [first, second] = [join(1, 'first'), join(2, 'second'), join(3, 'third')]
    second.leave()
    first.leave()
    await settled()
    expect([started, queue.waiting()]).toEqual([['first', 'third'], 0])
  })

  test('the queue is bounded per member and for all', () => {
    const queue = createImportQueue(1)
    for (let place = 0; place < 3; place++) queue.join(1)
    const refusal = (status: number) => expect.objectContaining({ status, headers: { 'Retry-After': '30' } })
    expect(() => queue.join(1)).toThrow(refusal(429))
    for (let member = 2; member < 50; member++) queue.join(member)
    expect(() => queue.join(50)).toThrow(refusal(503))
  })
})

describe('a slow sender', () => {
  const read = async (chunks: AsyncIterable<Uint8Array>, areOthersWaiting: boolean) => {
    const patience = { idleMs: 5, graceMs: 10, minBytesPerS: 1_000_000, areOthersWaiting: () => areOthersWaiting }
    return (await Array.fromAsync(bufferChunks(chunks, patience))).map((chunk) => chunk.length)
  }
  async function* silent(until: Promise<void>) {
    yield Buffer.from('a')
    await until
    yield Buffer.from('b')
  }

  test('a slow upload times out only while others wait', async () => {
    await expect(read(silent(new Promise(() => {})), true)).rejects.toThrow('too slowly while others waited')
    const later = Promise.withResolvers<void>()
    const reading = read(silent(later.promise), false)
    await vi.waitFor(() => later.resolve())
    expect(await reading).toEqual([2])
  })

  test('an upload of many small chunks costs no more than one of large chunks', async () => {
    async function* drops() {
      for (let at = 0; at < 40_000; at++) yield Buffer.from('x')
    }
    expect(await read(drops(), false)).toEqual([16_384, 16_384, 7232])
  })
})

describe('imports at once', async () => {
  const server = await testServer({ settings: { importsAtOnce: 1 } })
  const nowS = Math.floor(server.clock.now().getTime() / 1000)
  let round = 0
  let ada: TestMember
  let ends: (() => void)[] = []
  beforeEach(async () => {
    ada = await makeMember(server, `ada${++round}`)
  })
  afterEach(() => {
    for (const end of ends) end()
    ends = []
  })

  /** Uploads a file; its second half is sent when `end` is called. */
  function sendSlowly(as: TestMember, title: string) {
    const half = Promise.withResolvers<void>()
    ends.push(half.resolve)
    async function* body() {
      yield Buffer.from(`[${JSON.stringify(brainzListen('Nine Rooms', title, nowS - 600))},`.padEnd(20_000))
      await half.promise
      yield Buffer.from(`${JSON.stringify(brainzListen('Nine Rooms', title, nowS - 6000))}]`)
    }
    const response = server.app.hono.request(
      `http://localhost:3000/api/user/import-listens?user=${as.name}`,
      {
        method: 'POST',
        body: Readable.toWeb(Readable.from(body())),
        duplex: 'half',
        headers: { cookie: [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      } as unknown as RequestInit, // Undici supports `duplex`; the DOM types lack it.
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
    return { end: half.resolve, response: Promise.resolve(response) }
  }
  const importsOf = async (as: TestMember) =>
    (await server.get('/api/user/listening-sources', { user: as.name }, { as })).body.imports.map(
      ({ status, note, taken }: { status: string; note: string; taken: number }) => ({ status, note, taken }),
    )
  const WAITING = { status: 'running', note: 'Waiting for other imports to finish.', taken: 0 }

  test('concurrent imports wait for each other, with a note until their turn', async () => {
    const bo = await makeMember(server, `bo${round}`)
    const first = sendSlowly(ada, 'First')
    await expect.poll(() => importsOf(ada)).toMatchObject([{ status: 'running', note: '' }])
    const second = sendSlowly(bo, 'Second')
    await expect.poll(() => importsOf(bo)).toEqual([WAITING])
    second.end()
    expect(await importsOf(bo)).toEqual([WAITING])
    first.end()
    expect((await (await second.response).json()).import).toMatchObject({ status: 'done', taken: 2, note: '' })
    expect((await first.response).status).toBe(200)
  })

  test('a waiting import can be canceled and then imports nothing', async () => {
    const first = sendSlowly(ada, 'First')
    await expect.poll(() => importsOf(ada)).toHaveLength(1)
    const second = sendSlowly(ada, 'Second')
    await expect.poll(() => importsOf(ada)).toMatchObject([WAITING, {}])
    const { body } = await server.get('/api/user/listening-sources', { user: ada.name }, { as: ada })
    const id = body.imports[0].id
    expect((await server.post('/api/user/cancel-import', { user: ada.name, id }, { as: ada })).status).toBe(200)
    first.end()
    expect((await second.response).status).toBe(400)
    expect((await first.response).status).toBe(200)
    expect(await importsOf(ada)).toEqual([
      { status: 'cancelled', note: '', taken: 0 },
      { status: 'done', note: '', taken: 2 },
    ])
  })

  test('a fourth import of one member is rejected and leaves no row', async () => {
    for (const title of ['One', 'Two', 'Three']) sendSlowly(ada, title)
    await expect.poll(() => importsOf(ada)).toHaveLength(3)
    const fourth = await sendSlowly(ada, 'Four').response
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await importsOf(ada)).toHaveLength(3)
  })
})
