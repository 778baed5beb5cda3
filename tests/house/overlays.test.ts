import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sendReply } from '#src/broadcasts/actions.ts'
import { exportedQueries } from '#tests/support/exported-queries.ts'
import { overlayLaws } from '#tests/support/overlays/all.ts'
import { checkLaw, effect, hide } from '#tests/support/overlays/law.ts'

const SRC = resolve(import.meta.dirname, '../../src')

test.each(overlayLaws.map((law) => [law.name, law] as const))(
  '%s: pending actions show what the host shows once it has executed them, whatever the response contains',
  (_name, law) => checkLaw(law),
)

test('a planted overlay that increments a number is found', () => {
  const planted = hide<{ replies: number }, { replies: number }>({
    name: 'planted',
    host: { replies: 3 },
    effects: [
      effect(
        sendReply,
        () => ({ user: 'ada', broadcastId: 7, text: 'Yes.' }),
        ({ replies }: { replies: number }) => ({ replies: replies + 1 }),
      ),
    ],
    show: ({ replies }, pending) => ({ replies: replies + pending.of(sendReply).length }),
    see: (shown) => shown,
  })
  expect(() => checkLaw(planted)).toThrow('Property failed')
})

test('every query with pending actions has a law for each of the actions that it reads', async () => {
  const covered = new Map<string, Set<string>>()
  for (const { name, effects } of overlayLaws) {
    const [query = ''] = name.split(/[ ,]/)
    covered.set(query, new Set([...(covered.get(query) ?? []), ...effects.map(({ action }) => action.name)]))
  }
  const missing: string[] = []
  for (const [name, { reads = [] }] of await exportedQueries())
    for (const action of reads)
      if (covered.get(name)?.has(action.name) !== true) missing.push(`${name}: ${action.name}`)
  expect(missing).toEqual([])
})

/** The overlays that are no query's, by the file that applies them. */
const otherOverlays: Readonly<Record<string, string>> = {
  'routes/-status/StatusProvider.tsx': 'overlayStatus',
  'accounts/blocks/overlay.ts': 'that of blocksQuery, for use before its response',
  'accounts/people/overlay.ts': 'that of ownFollowingQuery, for use before its response',
  'swaps/queries.ts': 'those of songSwapsQuery and songSwapQuery, for use before their responses',
}

test('pending actions are applied by queries and the listed overlays alone', async () => {
  const files = await readdir(SRC, { recursive: true })
  const appliers: string[] = []
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)))
    if (/\bpendingOver\(/.test(await readFile(join(SRC, file), 'utf8'))) appliers.push(file)
  const own = ['cache/useLive.ts', 'offline/outbox/pending.ts']
  expect(appliers.toSorted()).toEqual([...own, ...Object.keys(otherOverlays)].toSorted())
  expect(overlayLaws.some(({ name }) => name === 'overlayStatus')).toBe(true)
})
