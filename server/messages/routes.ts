import {
  type DirectMessage,
  deleteDirectMessage,
  editDirectMessage,
  getConversations,
  getDirectMessages,
  markMessagesRead,
  reactToMessage,
  sendDirectMessage,
} from '#contract/messages/messages.ts'
import { getMember, getMemberOrNameless } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkReach } from '#server/instance/index.ts'
import { findPlayingLinks, isTrackOpenTo } from '#server/listening/index.ts'
import { markMessageDeleted, setReaction, updateMessageText } from './changes.ts'
import { listChangedMessages, listMessages } from './list.ts'
import { checkContent, checkRecipient, toMessageRef } from './rules.ts'
import { findConversationVersion, insertMessage, listConversations, updateMessagesRead } from './store.ts'

export function messagesRoutes(api: Api): void {
  readRoutes(api)
  writeRoutes(api)
  changeRoutes(api)
}

function readRoutes(api: Api): void {
  route(api, getDirectMessages, async (input) => {
    const { query, member, db, tag, now } = input
    const other = await getMemberOrNameless(db, query.conversant, member.id)
    // Read before the messages: with a concurrent message the tag is outdated, never too new.
    tag(await findConversationVersion(db, member.id, other.id))
    const directMessages = await listMessages(db, member.id, other.id, query)
    const first = query.before === undefined ? directMessages[0]?.id : undefined
    const pages = first === undefined ? [] : [{ otherId: other.id, first }]
    const changed = (await listChangedMessages(db, member.id, pages, now)).get(other.id)
    const tracks = [...directMessages, ...(changed ?? [])].map(({ track }) => track?.id)
    const links = await findPlayingLinks(input, tracks)
    const withLinks = (message: DirectMessage) =>
      message.track === undefined
        ? message
        : { ...message, track: { ...message.track, links: links.get(message.track.id) } }
    return { directMessages: directMessages.map(withLinks), changed: changed?.map(withLinks) }
  })

  route(api, getConversations, async ({ member, db }) => ({
    conversations: await listConversations(db, member.id),
  }))
}

function writeRoutes(api: Api): void {
  route(api, sendDirectMessage, {
    retainResponse: 'for good',
    async handle(input) {
      const { query, member, tx, now } = input
      checkContent(query)
      const recipient = await getMember(tx, query.recipient, member.id)
      checkRecipient(member.id, recipient)
      // Tracks that the member cannot see are unknown, so that ids reveal no one's listening.
      if (query.track_id !== undefined && !(await isTrackOpenTo(tx, query.track_id, member.id)))
        throw new Refusal(404, "This server doesn't know this track.")
      await checkReach(input, recipient.id, 'write to')
      const id = await insertMessage(tx, {
        senderId: member.id,
        recipientId: recipient.id,
        body: query.message,
        trackId: query.track_id,
        clientId: query.client_id,
        sentAt: now,
      })
      return { success: true, id }
    },
  })

  route(api, markMessagesRead, async ({ query, member, tx, now }) => {
    const sender = await getMemberOrNameless(tx, query.sender, member.id)
    await updateMessagesRead(tx, member.id, sender.id, query.up_to, now)
  })
}

function changeRoutes(api: Api): void {
  route(api, editDirectMessage, async ({ query, member, tx, now }) => {
    checkContent(query)
    return { success: true, id: await updateMessageText(tx, member.id, toMessageRef(query), query.message, now) }
  })

  route(api, deleteDirectMessage, async ({ query, member, tx, now }) => {
    return { success: true, id: await markMessageDeleted(tx, member.id, toMessageRef(query), now) }
  })

  route(api, reactToMessage, ({ query, member, tx, now }) =>
    setReaction(tx, member.id, query.message_id, query.emoji, now),
  )
}
