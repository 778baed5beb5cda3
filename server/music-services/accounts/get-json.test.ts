import { expect, test } from 'vitest'
import { startServiceServer } from '#tests/support/service-server.ts'
import { getJson } from './get-json.ts'

const OPTIONS = { userAgent: 'test', isGuarded: false }
const fill = (unit: string) => unit.repeat(Math.floor(7_900_000 / unit.length))
const inList = (values: string) => `{"payload":{"listens":[${values}0]}}`

test('a response that takes long to parse is unreadable, whatever it has megabytes of', async () => {
  const service = await startServiceServer(() => ({}))
  const bodies = {
    objects: inList(fill('{},')),
    lists: inList(fill('[],')),
    numbers: inList(fill('0,')),
    names: `{${Array.from({ length: 300_000 }, (_, place) => `"${place.toString(36)}":0`).join(',')}}`,
    depth: '['.repeat(3_900_000) + ']'.repeat(3_900_000),
  }
  for (const [name, body] of Object.entries(bodies)) {
    service.misbehave = () => ({ body })
    await expect(getJson(new URL(service.url), OPTIONS), name).rejects.toMatchObject({ code: 'unreadable_answer' })
    service.misbehave = () => ({ status: 429, body })
    expect(await getJson(new URL(service.url), OPTIONS), name).toMatchObject({ status: 429, json: undefined })
  }
  await service.stop()
})

test('a page with a thousand listens, each with 100 values, is read, and one with a long text', async () => {
  const info = Object.fromEntries(Array.from({ length: 99 }, (_, place) => [`field_${place}`, ', [ { "'.repeat(3)]))
  const listens = Array.from({ length: 1000 }, (_, at) => ({ at, info }))
  const service = await startServiceServer(() => ({ body: { listens } }))
  expect((await getJson(new URL(service.url), OPTIONS)).json).toEqual({ listens })
  service.misbehave = () => ({ body: { text: fill(',') } })
  expect((await getJson(new URL(service.url), OPTIONS)).json).toEqual({ text: fill(',') })
  await service.stop()
})
