import {
  createReply,
  deleteReply,
  EDITABLE_MS,
  editBroadcast,
  editReply,
  getReplies,
} from '#contract/broadcasts/replies.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkVisibleText } from '#server/http/visible-text.ts'
import { mayNotify } from '#server/instance/index.ts'
import { createNoBroadcastRefusal } from '../rules.ts'
import { findBroadcastToLike, findOwnBroadcastForUpdate, updateCaption } from '../store.ts'
import {
  deleteReplyById,
  findOwnReplyForUpdate,
  insertReply,
  listReplies,
  type ReplyName,
  updateReply,
} from './store.ts'

export function replyRoutes(api: Api): void {
  route(api, getReplies, async ({ query: { id: broadcastId, ...page }, viewer, db }) => {
    const replies = await listReplies(db, viewer?.id ?? null, { ...page, broadcastId })
    if (replies === undefined) throw createNoBroadcastRefusal()
    return { replies }
  })

  route(api, createReply, {
    retainResponse: 'for good',
    async handle(input) {
      const { query, member, tx, now } = input
      checkVisibleText('text', query.text)
      const broadcast = await findBroadcastToLike(tx, member.id, query.broadcast)
      if (broadcast === undefined) throw createNoBroadcastRefusal()
      const id = await insertReply(tx, {
        broadcastId: query.broadcast,
        recipientId: broadcast.authorId,
        authorId: member.id,
        text: query.text,
        clientId: query.client_id,
        mayNotify: (memberId) => mayNotify(input, memberId),
        now,
      })
      return { success: true, id }
    },
  })

  route(api, editReply, async (input) => {
    const { query, member, tx, now } = input
    checkVisibleText('text', query.text)
    const reply = await findOwnReplyForUpdate(tx, member.id, toReplyName(query))
    if (reply === undefined) throw new Refusal(404, 'This reply no longer exists.')
    if (!reply.isOpen) throw createNoBroadcastRefusal()
    checkEditable(reply.createdAt, now, 'A reply')
    const mayNotifyMember = (memberId: number) => mayNotify(input, memberId)
    await updateReply(tx, { authorId: member.id, reply, text: query.text, mayNotify: mayNotifyMember, now })
    return { success: true, id: reply.id }
  })

  route(api, deleteReply, async ({ query, member, tx }) => {
    const reply = await findOwnReplyForUpdate(tx, member.id, toReplyName(query))
    if (reply === undefined) throw new Refusal(404, 'This reply no longer exists.')
    await deleteReplyById(tx, reply.id)
  })

  route(api, editBroadcast, async (input) => {
    const { query, member, tx, now } = input
    checkVisibleText('title', query.title)
    const broadcast = await findOwnBroadcastForUpdate(tx, member.id, query.id)
    if (broadcast === undefined) throw createNoBroadcastRefusal()
    checkEditable(broadcast.createdAt, now, 'A caption')
    const mayNotifyMember = (memberId: number) => mayNotify(input, memberId)
    await updateCaption(tx, {
      id: broadcast.id,
      authorId: member.id,
      title: query.title,
      mayNotify: mayNotifyMember,
      now,
    })
    return { success: true, id: broadcast.id }
  })
}

function toReplyName({ id, made_by }: ReplyName): ReplyName {
  if ((id === undefined) === (made_by === undefined)) throw new Refusal(400, 'Either id or made_by must be given.')
  return { id, made_by }
}

function checkEditable(createdAt: Date, now: Date, subject: string): void {
  if (now.getTime() - createdAt.getTime() <= EDITABLE_MS) return
  throw new Refusal(409, `${subject} can be edited for ${EDITABLE_MS / 60_000} minutes.`, 'edit_too_late')
}
