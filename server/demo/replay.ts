import { insertFollow, joinMember } from '#server/accounts/index.ts'
import { insertBroadcast, insertLikes, insertReply, toBroadcastBody } from '#server/broadcasts/index.ts'
import type { Tx } from '#server/db/open.ts'
import { type AlbumListen, insertDetailedListens, insertLaterTrack } from '#server/listening/index.ts'
import { insertMessage, setReaction, updateMessagesRead, updateMessageText } from '#server/messages/index.ts'
import { addTrack, declineSwap, insertSwap, rateTrack, shareResults, withdrawSwap } from '#server/swaps/index.ts'
import type { Community } from './community.ts'
import type { DemoEvent } from './events.ts'
import type { DemoTrack } from './music.ts'
import { SECOND_MS } from './times.ts'

/** A replay's target, with the ids of inserted records. */
export interface Replay {
  readonly tx: Tx
  readonly community: Community
  /** The time that `beforeMs` counts from. */
  readonly startedAt: Date
  readonly passwordHash: string
  readonly trackIds: readonly number[]
  readonly memberIds: Map<number, number>
  /** The broadcast and swap ids by key. */
  readonly ids: Map<string, number>
}

/**
 * Replays an event as if a member had acted at its time: by the same functions and rules, so that
 * counters, swag and activity are consistent.
 */
export async function replay(to: Replay, event: DemoEvent): Promise<void> {
  const { tx } = to
  const at = new Date(to.startedAt.getTime() - event.beforeMs)
  if (event.kind === 'join') return joinPerson(to, event.actor, at)
  const actor = getId(to.memberIds, event.actor)
  switch (event.kind) {
    case 'follow':
      return insertFollow(tx, actor, getId(to.memberIds, event.target), at)
    case 'broadcast':
      return broadcastTrack(to, event, actor, at)
    case 'like':
      // Inserted as a batch by `replayLikes`: no other event depends on likes.
      return
    case 'save':
      return insertLaterTrack(tx, actor, {
        trackId: getTrackId(to.trackIds, event.track.index),
        source: { kind: 'broadcast', id: getId(to.ids, event.key) },
        now: at,
      })
    case 'reply':
      return replyTo(to, event, actor, at)
    case 'message':
      return sendMessage(to, event, actor, at)
    case 'read':
      return void (await updateMessagesRead(tx, actor, getId(to.memberIds, event.target), undefined, at))
    case 'swap':
      return beginSwap(to, event, actor, at)
    case 'swap track':
      return addTrack(
        tx,
        getId(to.ids, event.key),
        actor,
        { trackId: getTrackId(to.trackIds, event.track.index), text: event.text },
        at,
      )
    case 'swap rating':
      return rateTrack(tx, getId(to.ids, event.key), actor, { rating: event.rating, text: event.text }, at)
    case 'swap share':
      return shareResults(tx, getId(to.ids, event.key), actor, at)
    case 'swap end':
      return (event.how === 'declined' ? declineSwap : withdrawSwap)(tx, getId(to.ids, event.key), actor, at)
  }
}

/** Inserts a member with all listens: only played tracks can be swapped. */
async function joinPerson(
  { tx, community, startedAt, passwordHash, trackIds, memberIds }: Replay,
  number: number,
  at: Date,
) {
  const person = community.people[number]
  if (person === undefined) throw new RangeError(`There is no person ${number}.`)
  const { name } = person
  const email = `${name}@demo.invalid`
  const id = await joinMember(tx, { name, email, firstName: name, lastName: name, passwordHash, now: at })
  if (id === undefined) throw new Error(`There is a member of the name ${name} already.`)
  memberIds.set(number, id)
  await tx.insertInto('demo_members').values({ member_id: id, number }).execute()
  const listens = person.listens.map(({ track, beforeMs }) =>
    toListen(trackIds, track, new Date(startedAt.getTime() - beforeMs)),
  )
  await insertDetailedListens(tx, id, listens)
}

/** Demo members may mention everyone. */
const mayNotify = () => Promise.resolve(true)

async function broadcastTrack(
  { tx, ids, trackIds }: Replay,
  { key, track, title }: DemoEvent & { kind: 'broadcast' },
  authorId: number,
  createdAt: Date,
): Promise<void> {
  const trackId = getTrackId(trackIds, track.index)
  const body = toBroadcastBody(track)
  ids.set(key, await insertBroadcast(tx, { authorId, title, body, trackId, mayNotify, createdAt }))
}

async function sendMessage(
  { tx, memberIds, trackIds }: Replay,
  { target, text, firstText, track, reaction }: DemoEvent & { kind: 'message' },
  senderId: number,
  sentAt: Date,
): Promise<void> {
  const recipientId = getId(memberIds, target)
  const trackId = track && getTrackId(trackIds, track.index)
  const id = await insertMessage(tx, { senderId, recipientId, body: firstText ?? text, trackId, sentAt })
  if (firstText !== undefined) await updateMessageText(tx, senderId, { id }, text, sentAt)
  if (reaction !== undefined) await setReaction(tx, recipientId, id, reaction, sentAt)
}

async function replyTo(
  { tx, ids }: Replay,
  { key, text }: DemoEvent & { kind: 'reply' },
  authorId: number,
  now: Date,
): Promise<void> {
  const broadcastId = getId(ids, key)
  const { recipientId } = await tx
    .selectFrom('broadcasts')
    .select('author_id as recipientId')
    .where('id', '=', broadcastId)
    .executeTakeFirstOrThrow()
  await insertReply(tx, { broadcastId, recipientId, authorId, text, mayNotify, now })
}

async function beginSwap(
  { tx, ids, memberIds }: Replay,
  { key, target }: DemoEvent & { kind: 'swap' },
  initiatorId: number,
  createdAt: Date,
): Promise<void> {
  const matchedId = getId(memberIds, target)
  ids.set(key, await insertSwap(tx, { initiatorId, matchedId, isRandom: false, createdAt }))
}

/** Inserts a community's likes after its other events. */
export async function replayLikes({ tx, community, startedAt, ids, memberIds }: Replay): Promise<void> {
  const likes = community.events.flatMap((event) =>
    event.kind === 'like'
      ? {
          broadcastId: getId(ids, event.key),
          memberId: getId(memberIds, event.actor),
          likedAt: new Date(startedAt.getTime() - event.beforeMs),
        }
      : [],
  )
  await insertLikes(tx, likes)
}

function getId<K>(ids: ReadonlyMap<K, number>, key: K): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`Nothing was made for ${key} yet.`)
  return id
}

export function toListen(trackIds: readonly number[], track: DemoTrack, listenedAt: Date): AlbumListen {
  const { index, artist, album, trackNumber } = track
  const details = { album, trackNumber, durationMs: toLength(track) }
  return { trackId: getTrackId(trackIds, index), listenedAt, artist, details }
}

/** Returns a track's length, in ms: two and a half to three and a half minutes. */
const toLength = ({ index }: DemoTrack): number => (150 + ((index * 37) % 60)) * SECOND_MS

export function getTrackId(ids: readonly number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new RangeError(`There is no track ${index}.`)
  return id
}
