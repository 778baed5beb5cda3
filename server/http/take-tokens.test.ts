import { expect, test } from 'vitest'
import { bareDatabase } from '#tests/support/bare-database.ts'
import { refundTokens, takeTokens, takeTokensOfBatch } from './rate-limit.ts'

const { db, clock } = await bareDatabase()
const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
const limit = { burst: 2, perSecond: 0.5 }
const take = (key: string, seconds = 0) =>
  takeTokens(db, { key, limit, noun: 'reports' }, after(seconds)).then(
    () => 'taken',
    (error: unknown) => (error as Error).message,
  )

test('a bucket serves its burst, then one request for each refilled token', async () => {
  expect([await take('a'), await take('a'), await take('a')]).toEqual([
    'taken',
    'taken',
    'Too many reports. Try again in 2 s.',
  ])
  expect([await take('a', 1), await take('a', 2), await take('b', 2)]).toEqual([
    'Too many reports. Try again in 1 s.',
    'taken',
    'taken',
  ])
  expect([await take('a', 100), await take('a', 100), await take('a', 100)]).toContain(
    'Too many reports. Try again in 2 s.',
  )
})

test('a batch is served as a whole if its bucket is not empty', async () => {
  const serve = async (count: number) =>
    (await takeTokensOfBatch(db, new Map([['batch', count]]), limit, after(0))).get('batch')
  expect(await serve(1)).toMatchObject({ isAllowed: true, tokens: 1 })
  expect(await serve(3)).toMatchObject({ isAllowed: true, tokens: -2 })
  expect(await serve(1)).toMatchObject({ isAllowed: false, tokens: -2 })
  expect(await takeTokensOfBatch(db, new Map(), limit, after(0))).toEqual(new Map())
})

test('a refund is for the named buckets', async () => {
  for (const key of ['one', 'one', 'other', 'other']) await take(key)
  await refundTokens(db, [])
  await refundTokens(db, [{ key: 'one' }])
  expect([await take('one'), await take('one'), await take('other')]).toEqual([
    'taken',
    'Too many reports. Try again in 2 s.',
    'Too many reports. Try again in 2 s.',
  ])
})
