import * as v from 'valibot'
import { type Broadcast, getBroadcasts } from '#contract/broadcasts/feed.ts'
import { getReplies, type Reply } from '#contract/broadcasts/replies.ts'
import { setBlock, setMute } from '#src/accounts/blocks/actions.ts'
import {
  editCaption,
  editReply,
  removeBroadcast,
  removeReply,
  sendReply,
  setLike,
  share,
} from '#src/broadcasts/actions.ts'
import { olderFollowingQuery } from '#src/broadcasts/following/queries.ts'
import { memberBroadcastsQuery, olderMemberBroadcastsQuery } from '#src/broadcasts/of-member/queries.ts'
import { broadcastQuery, likeStatusQuery } from '#src/broadcasts/one/queries.ts'
import type { FeedItem } from '#src/broadcasts/overlay.ts'
import { feedQuery, followingQuery, olderBroadcastsQuery } from '#src/broadcasts/queries.ts'
import type { ShownReply } from '#src/broadcasts/replies/overlay.ts'
import { olderRepliesQuery, repliesQuery } from '#src/broadcasts/replies/queries.ts'
import { topBroadcastedQuery } from '#src/broadcasts/top/queries.ts'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import { type AnyLaw, type Draw, effect, type Made, queryLaw } from './law.ts'

const ME = 'ada'
const AT = '2026-11-25T08:12:00.000Z'
type Rows = readonly Broadcast[]

const change = <T extends { id: number }>(rows: readonly T[], id: number, how: (row: T) => T) =>
  rows.map((row) => (row.id === id ? how(row) : row))

const drawLike = ({ pick }: Draw) => ({ user: ME, broadcastId: pick(1, 2, 3), isLiked: pick(true, false) })
const like = effect(setLike, drawLike, (rows: Rows, { broadcastId, isLiked }) =>
  change(rows, broadcastId, (row) => setLiked(row, isLiked)),
)

const setLiked = <T extends { isLiked?: boolean | undefined; likes: number }>(row: T, isLiked: boolean): T =>
  row.isLiked === isLiked ? row : { ...row, isLiked, likes: row.likes + (isLiked ? 1 : -1) }

const reply = effect(
  sendReply,
  ({ pick }) => ({ user: ME, broadcastId: pick(2, 3), text: 'Yes.' }),
  (rows: Rows, { broadcastId }, { id, client_id }) =>
    change(rows, broadcastId, ({ replies = 0, own_replies = [], ...row }) => ({
      ...row,
      replies: replies + 1,
      own_replies: [{ id, client_id }, ...own_replies],
    })),
)

interface NamedReply {
  readonly replyId?: number
  readonly madeBy?: string
}

/** Draws the name of an own reply to broadcast 2: a known one, or one that was drawn before. */
function drawReply({ pick, earlier }: Draw) {
  const made = earlier(sendReply).filter(({ args }) => args.broadcastId === 2)
  const names: readonly NamedReply[] = made.map(({ client_id }) => ({ madeBy: client_id }))
  const named = pick<NamedReply>({ replyId: 50 }, ...names)
  return { user: ME, broadcastId: 2, ...named }
}

const isNamed =
  ({ replyId, madeBy }: { replyId?: number | undefined; madeBy?: string | undefined }) =>
  (row: { id: number; client_id?: string | undefined }) =>
    replyId === undefined ? row.client_id === madeBy : row.id === replyId

/** A removed reply is hidden, so that it is removed once. */
function drawRemoval(draw: Draw) {
  const named = drawReply(draw)
  const isRemoved = draw
    .earlier(removeReply)
    .some(({ args }) => args.replyId === named.replyId && args.madeBy === named.madeBy)
  return isRemoved ? undefined : named
}

const unreply = effect(removeReply, drawRemoval, (rows: Rows, named) =>
  change(rows, named.broadcastId, ({ replies = 0, own_replies = [], ...row }) => {
    const left = own_replies.filter((own) => !isNamed(named)(own))
    return { ...row, replies: replies - own_replies.length + left.length, own_replies: left }
  }),
)

const caption = effect(
  editCaption,
  ({ pick }) => ({ user: ME, broadcastId: 1, title: pick('Hear', 'Listen') }),
  (rows: Rows, { broadcastId, title }) => change(rows, broadcastId, (row) => ({ ...row, title, edited: true })),
)

const remove = effect(
  removeBroadcast,
  ({ pick }) => ({ user: ME, broadcastId: pick(1, 2), title: '' }),
  (rows: Rows, { broadcastId }) => rows.filter(({ id }) => id !== broadcastId),
)

const without = (rows: Rows, name: string) =>
  rows.filter(({ user, about_user, about_other }) => ![user, about_user, about_other].includes(name))

const block = effect(
  setBlock,
  ({ pick }) => ({ user: ME, other: pick('bo', 'cy'), isBlocked: true }),
  (rows: Rows, { other }) => without(rows, other),
)

const mute = effect(
  setMute,
  ({ pick }) => ({ user: ME, other: pick('bo', 'cy'), isMuted: true }),
  (rows: Rows, { other }) => without(rows, other),
)

const toPosted = ({ id, client_id, at }: Made, title: string): Broadcast => ({
  ...parseRows({
    id,
    user: ME,
    title,
    body: 'T by A',
    timestamp: at,
    relatedid: 7,
    client_id,
    track: 'T',
    artist: 'A',
  }),
})

const post = effect(
  share,
  ({ pick }) => ({ user: ME, title: pick('One', 'Two'), trackId: 7, track: 'T', artist: 'A', url: '' }),
  (rows: Rows, { title }, made) => [toPosted(made, title), ...rows],
)

function parseRows(row: object): Broadcast {
  const [parsed] = v.parse(getBroadcasts.response, {
    broadcasts: [{ type: 'Track', isLiked: false, ...row }],
  }).broadcasts
  if (parsed === undefined) throw new Error('A row of the host could not be read.')
  return parsed
}

const host: Rows = [
  parseRows({ id: 4, user: 'System', type: 'Activity', title: 'bo joined.', about_user: 'bo', timestamp: AT }),
  parseRows({ id: 3, user: 'bo', timestamp: AT, likes: 3, replies: 1, own_replies: [] }),
  parseRows({
    id: 2,
    user: 'cy',
    timestamp: AT,
    likes: 1,
    isLiked: true,
    replies: 2,
    own_replies: [{ id: 50, client_id: 'elsewhere' }],
  }),
  parseRows({ id: 1, user: ME, timestamp: AT, likes: 0, replies: 0, own_replies: [], client_id: 'earlier' }),
]

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

const see = (rows: readonly (FeedItem | HiddenRow)[] | null) =>
  sorted(
    shownRows(rows ?? []).map(
      ({ user, title, body, likes, isLiked, replies, newReplies = 0, edited, track, artist }) => {
        const shownReplies = replies === undefined ? undefined : replies + newReplies
        return { user, title, body, likes, isLiked, replies: shownReplies, edited, track, artist }
      },
    ),
  )

const broadcastEffects = [like, reply, unreply, caption, remove]
const olderEffects = [...broadcastEffects, block, mute]
const feedEffects = [...olderEffects, post]
const toResponse = (broadcasts: Rows) => ({ broadcasts: [...broadcasts] })
const toHost = (rows: readonly (FeedItem | HiddenRow)[] | null) => shownRows(rows ?? [])
const rowLaw = { host, see, toHost }

/** The same rows without the fields that only our host with this build sends. */
const unnamed = (rows: Rows) => rows.map(({ own_replies: _own, ...row }) => row)

/** A broadcast on a host that sends no `isLiked`: only the host knows who likes it. */
interface Unseen {
  /** The row as it is sent. */
  readonly row: Broadcast
  readonly isLiked: boolean
}

const likeUnseen = effect(
  setLike,
  ({ pick, earlier }) => {
    const broadcastId = pick(1, 3)
    const last = earlier(setLike).findLast(({ args }) => args.broadcastId === broadcastId)
    return { user: ME, broadcastId, isLiked: last?.args.isLiked !== true }
  },
  (rows: readonly Unseen[], { broadcastId, isLiked }) =>
    rows.map((unseen) => {
      if (unseen.row.id !== broadcastId) return unseen
      const { likes } = setLiked({ isLiked: unseen.isLiked, likes: unseen.row.likes }, isLiked)
      return { row: { ...unseen.row, likes }, isLiked }
    }),
)

interface ShownLike {
  readonly id?: number
  readonly broadcastid?: number
  readonly likes: number
  readonly isLiked?: boolean | undefined
}
const seeLikes = (rows: readonly ShownLike[]) =>
  sorted(rows.map(({ id, broadcastid, likes, isLiked }) => ({ id: id ?? broadcastid, likes, isLiked })))
const unseenLaw = {
  host: host.map((row): Unseen => ({ row: { ...row, isLiked: undefined }, isLiked: false })),
  effects: [likeUnseen],
  expect: (rows: readonly Unseen[]) => seeLikes(rows.map(({ row, isLiked }) => ({ ...row, isLiked }))),
  isUnnamed: true,
}
const toUnseen = (shown: readonly ShownLike[], rows: readonly Unseen[]) =>
  rows.map(({ row, isLiked }): Unseen => {
    const known = shown.find(({ id, broadcastid }) => (id ?? broadcastid) === row.id)
    return { row: { ...row, likes: known?.likes ?? 0, isLiked: known?.isLiked }, isLiked }
  })
const toTop = (rows: Rows) => ({
  topTracks: rows.map(({ id, ...row }) => ({
    ...row,
    broadcastid: id,
    track: 'T',
    artist: 'A',
    lastfmtrackurl: '',
    trackid: undefined,
  })),
})

const replyRow = (row: object): Reply => {
  const [parsed] = v.parse(getReplies.response, { replies: [{ timestamp: AT, mentions: [], ...row }] }).replies
  if (parsed === undefined) throw new Error('A row of the host could not be read.')
  return parsed
}
type Replies = readonly Reply[]
const replyHost: Replies = [
  replyRow({ id: 51, user: 'bo', text: 'No.' }),
  replyRow({ id: 50, user: ME, text: 'Yes.', client_id: 'elsewhere' }),
]
const editOwn = effect(
  editReply,
  (draw) => ({ ...drawReply(draw), text: draw.pick('Maybe.', 'Never.') }),
  (rows: Replies, { text, ...named }) =>
    rows.map((row) => (isNamed(named)(row) ? { ...row, text, edited: true } : row)),
)
const removeOwn = effect(removeReply, drawRemoval, (rows: Replies, named) => rows.filter((row) => !isNamed(named)(row)))
const blockAuthor = effect(
  setBlock,
  () => ({ user: ME, other: 'bo', isBlocked: true }),
  (rows: Replies, { other }) => rows.filter(({ user }) => user !== other),
)
const sendOwn = effect(
  sendReply,
  ({ pick }) => ({ user: ME, broadcastId: 2, text: pick('First!', 'Again!') }),
  (rows: Replies, { text }, { id, client_id }) => [replyRow({ id, user: ME, text, client_id }), ...rows],
)
const replyLaw = {
  host: replyHost,
  see: (rows: readonly (ShownReply | HiddenRow)[] | null) =>
    sorted(shownRows(rows ?? []).map(({ user, text, edited }) => ({ user, text, edited }))),
  toHost: (rows: readonly (ShownReply | HiddenRow)[] | null) => shownRows(rows ?? []),
}
const toReplies = (replies: Replies) => ({ replies: [...replies] })

const [page, place] = [9, 0]
export const broadcastLaws: readonly AnyLaw[] = [
  queryLaw('feedQuery', feedQuery(ME), toResponse, { ...rowLaw, effects: feedEffects }),
  queryLaw('followingQuery', followingQuery(ME), toResponse, { ...rowLaw, effects: feedEffects }),
  queryLaw('olderBroadcastsQuery', olderBroadcastsQuery(ME, page, place), toResponse, {
    ...rowLaw,
    effects: olderEffects,
  }),
  queryLaw('olderFollowingQuery', olderFollowingQuery(ME, page, place), toResponse, {
    ...rowLaw,
    effects: olderEffects,
  }),
  queryLaw('memberBroadcastsQuery', memberBroadcastsQuery('bo', ME), toResponse, {
    ...rowLaw,
    effects: broadcastEffects,
  }),
  queryLaw('olderMemberBroadcastsQuery', olderMemberBroadcastsQuery('bo', ME, page), toResponse, {
    ...rowLaw,
    effects: broadcastEffects,
  }),
  queryLaw('broadcastQuery', broadcastQuery(ME, 2), (rows) => rows, { ...rowLaw, effects: broadcastEffects }),
  queryLaw('feedQuery, stored by an earlier build', feedQuery(ME), (rows: Rows) => toResponse(unnamed(rows)), {
    ...rowLaw,
    effects: [reply, unreply],
    isUnnamed: true,
  }),
  queryLaw('feedQuery, on a host without isLiked', feedQuery(ME), (rows) => toResponse(rows.map(({ row }) => row)), {
    ...unseenLaw,
    see: (rows) => seeLikes(shownRows(rows)),
    toHost: (rows, before) => toUnseen(shownRows(rows), before),
  }),
  queryLaw(
    'topBroadcastedQuery, on a host without isLiked',
    topBroadcastedQuery('bo', ME),
    (rows) => toTop(rows.map(({ row }) => row)),
    { ...unseenLaw, see: seeLikes, toHost: toUnseen },
  ),
  queryLaw('topBroadcastedQuery', topBroadcastedQuery('bo', ME), toTop, {
    host,
    effects: [like, remove],
    see: seeLikes,
    toHost: (rows, rowsBefore) =>
      rowsBefore.flatMap((row) => {
        const shown = rows.find(({ broadcastid }) => broadcastid === row.id)
        return shown ? [{ ...row, likes: shown.likes, isLiked: shown.isLiked }] : []
      }),
  }),
  queryLaw(
    'likeStatusQuery',
    likeStatusQuery(ME, 3),
    ({ isLiked, likes }: { isLiked: boolean; likes: number }) => ({ hasLiked: isLiked, totalLikes: likes }),
    {
      host: { isLiked: false, likes: 3 },
      effects: [
        effect(setLike, drawLike, (status, { broadcastId, isLiked }) =>
          broadcastId === 3 ? setLiked(status, isLiked) : status,
        ),
      ],
      see: (status) => status,
      toHost: (status) => status,
    },
  ),
  queryLaw('repliesQuery', repliesQuery(ME, 2), toReplies, {
    ...replyLaw,
    effects: [sendOwn, editOwn, removeOwn, blockAuthor],
  }),
  queryLaw('olderRepliesQuery', olderRepliesQuery(ME, 2, page), toReplies, {
    ...replyLaw,
    effects: [editOwn, removeOwn, blockAuthor],
  }),
]
