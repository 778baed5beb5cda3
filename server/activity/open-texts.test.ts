import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { OPEN_TO_ADA, OPEN_TO_VISITORS, textWorld } from '#tests/support/closed-texts.ts'
import { isBroadcastOpen, isBroadcastOpenById, isReplyOpenById } from './open-texts.ts'

const world = await textWorld()
const { db } = world
const { ada, bea } = world.members

/** Returns the names with ids for which a condition on the number `id` is true. */
async function match(
  ids: ReadonlyMap<string, number>,
  isOpen: (id: ReturnType<typeof sql.ref>) => ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ id: number }>`select text_id as id from unnest(${[...ids.values()]}::bigint[]) as text_id
    where ${isOpen(sql.ref('text_id'))}`.execute(db)
  return [...ids].filter(([, id]) => rows.some((row) => row.id === id)).map(([name]) => name)
}

test('a member sees no broadcast that is hidden, or by or about a blocked or private member', async () => {
  expect(await match(world.broadcasts, (id) => isBroadcastOpenById(ada.id, id))).toEqual(OPEN_TO_ADA)
})

test('a visitor sees no broadcast that is hidden, or by or about a private member', async () => {
  const { rows } = await sql<{ title: string }>`select title from broadcasts where ${isBroadcastOpen(null)}
    order by id`.execute(db)
  expect(rows.map(({ title }) => title)).toEqual(OPEN_TO_VISITORS)
})

test('a member sees no reply that is hidden, by a blocked or private member, or to a broadcast that it may not see', async () => {
  expect(await match(world.replies, (id) => isReplyOpenById(ada.id, id))).toEqual([
    'bea to bea',
    'muted to bea',
    'bea to ada',
  ])
  expect(await match(world.replies, (id) => isReplyOpenById(bea.id, id))).toEqual([
    'bea to bea',
    'blocked to bea',
    'muted to bea',
    'bea to ada',
    'bea to hidden',
    'bea to blocked',
  ])
})
