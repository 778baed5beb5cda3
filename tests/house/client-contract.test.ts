import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { forClients } from '../../config/client-contract.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('clients get endpoints without the rules of their inputs, and schemas without documentation', () => {
  const built = forClients(`
    const Count = v.pipe(v.nullish(Num, 0), described({ type: 'integer' }))
    const Rating = v.pipe(IntParam, described({ a: [1] }), v.maxValue(5))
    export const like = defineEndpoint({
      method: 'POST', summary: 'Likes, once.',
      query: v.object({ user: Username, page: { query: 1 } }),
      response: v.object({ query: v.string() }),
    })
    export const status = defineEndpoint({ query: v.object({}) })
    export const last = defineEndpoint({ path: '/api/x', summary: 'It.' })`)
  expect(built.replaceAll(/\s+/g, ' ').trim()).toBe(
    [
      'const Count = v.pipe(v.nullish(Num, 0)) const Rating = v.pipe(IntParam, v.maxValue(5))',
      "export const like = defineEndpoint({ method: 'POST', response: v.object({ query: v.string() }), })",
      "export const status = defineEndpoint({ }) export const last = defineEndpoint({ path: '/api/x' })",
    ].join(' '),
  )
})

test('no client reads what its build leaves out of an endpoint', async () => {
  const found: string[] = []
  for (const folder of ['src', 'sw']) {
    for (const entry of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
      const lists = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '#contract\//g)].map(([, list]) => list ?? '')
      const names = lists.flatMap((list) => list.split(',')).map((it) => it.trim().split(' ').at(-1) ?? '')
      const read = names.filter((name) => new RegExp(`\\b(?:${name}|endpoint)\\.(?:query|summary)\\b`).test(text))
      found.push(...read.map((name) => `${entry.name}: ${name}`))
    }
  }
  expect(found).toEqual([])
})
