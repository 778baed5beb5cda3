import { sql } from 'kysely'
import { hashPassword } from '#server/accounts/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { countChanges, insertTracks, updateTaste } from '#server/listening/index.ts'
import { endUnansweredSwaps } from '#server/swaps/index.ts'
import { type Community, createCommunity } from './community.ts'
import { createPassword, storePassword } from './password.ts'
import { createRandom } from './random.ts'
import { type Replay, replay, replayLikes } from './replay.ts'
import { DAY_MS } from './times.ts'

const DEMO_SEED = 20_261_121
/** The feed covers two weeks; older System posts would be without context. */
const FEED_MS = 14 * DAY_MS

interface SeedOptions {
  /** The time that all times are relative to. */
  readonly now: Date
  /** The password file's folder. */
  readonly dataDir: string
}

/**
 * Seeds an empty database with the demo community, in one transaction. Its members' common password is
 * random and stored in DATA_DIR. Does nothing if there are members already.
 */
export async function seedDemo(db: Db, options: SeedOptions): Promise<void> {
  if (!(await isEmpty(db))) return
  const password = createPassword()
  const passwordHash = await hashPassword(password)
  const community = createCommunity(DEMO_SEED)
  await db.transaction().execute(async (tx) => {
    await sql`lock table demo_community in exclusive mode`.execute(tx)
    if (!(await isEmpty(tx))) return
    await insertCommunity(tx, community, passwordHash, options.now)
    // Before the transaction ends: an orphaned file is better than members with a lost password.
    storePassword(options.dataDir, password)
  })
}

async function isEmpty(db: Db): Promise<boolean> {
  const member = await db.selectFrom('members').select('id').where('is_system', '=', false).limit(1).executeTakeFirst()
  return member === undefined
}

async function insertCommunity(tx: Tx, community: Community, passwordHash: string, now: Date): Promise<void> {
  await tx.insertInto('demo_community').values({ is_only: true, seed: DEMO_SEED, seeded_at: now }).execute()
  const to: Replay = {
    tx,
    community,
    startedAt: now,
    passwordHash,
    trackIds: await insertTracks(tx, community.music.tracks),
    memberIds: new Map(),
    ids: new Map(),
  }
  for (const event of community.events) await replay(to, event)
  await replayLikes(to)
  await endUnansweredSwaps(tx, now)
  await updateActivity(to)
  await deleteOldActivity(tx, now)
  await countChanges(tx)
  while (await updateTaste(tx, now));
}

/** Sets when each member was last seen: within five days, so that all can be matched. */
async function updateActivity({ tx, community, startedAt, memberIds }: Replay): Promise<void> {
  const random = createRandom(DEMO_SEED, 'activity')
  for (const { number, joinedBeforeMs } of community.people) {
    const at = new Date(startedAt.getTime() - Math.floor(Math.min(joinedBeforeMs, 5 * DAY_MS) * random.next() ** 2))
    await tx
      .updateTable('members')
      .set({ active_at: at, last_login_at: at })
      .where('id', '=', memberIds.get(number) ?? 0)
      .execute()
  }
}

async function deleteOldActivity(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('broadcasts')
    .where('type', '=', 'Activity')
    .where('created_at', '<', new Date(now.getTime() - FEED_MS))
    .execute()
}
