import {
  getConversations,
  getDirectMessages,
  markMessagesRead,
  sendDirectMessage,
} from '#contract/messages/messages.ts'
import { findMember, getMember, getMemberOrNameless } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { takeLimits } from '#server/http/limits.ts'
import { route } from '#server/http/route.ts'
import { checkLength, checkRecipient } from './rules.ts'
import {
  findConversationVersion,
  insertMessage,
  isToStranger,
  listConversations,
  listMessages,
  updateMessagesRead,
} from './store.ts'

export function messagesRoutes(api: Api): void {
  readRoutes(api)
  writeRoutes(api)
}

function readRoutes(api: Api): void {
  route(api, getDirectMessages, async ({ query, member, db, tag }) => {
    const other = await getMemberOrNameless(db, query.conversant, member.id)
    // Read before the messages: with a concurrent message the tag is outdated, never too new.
    tag(await findConversationVersion(db, member.id, other.id))
    return { directMessages: await listMessages(db, member.id, other.id, query) }
  })

  route(api, getConversations, async ({ member, db }) => ({
    conversations: await listConversations(db, member.id),
  }))
}

function writeRoutes(api: Api): void {
  route(api, sendDirectMessage, {
    retainResponse: 'for good',
    // Before the transaction: rejected messages count too.
    async prepare({ db, query, member, now }) {
      const recipient = await findMember(db, query.recipient, member.id)
      if (recipient === undefined) return
      const message = { senderId: member.id, recipientId: recipient.id, clientId: query.client_id }
      if (await isToStranger(db, message)) await takeLimits(api, ['memberStrangers'], { member: member.id }, now)
    },
    handle: async ({ query, member, tx, now }) => {
      checkLength(query.message)
      const recipient = await getMember(tx, query.recipient, member.id)
      checkRecipient(member.id, recipient)
      const id = await insertMessage(tx, {
        senderId: member.id,
        recipientId: recipient.id,
        body: query.message,
        clientId: query.client_id,
        sentAt: now,
      })
      return { success: true, id }
    },
  })

  route(api, markMessagesRead, async ({ query, member, tx, now }) => {
    const sender = await getMemberOrNameless(tx, query.sender, member.id)
    await updateMessagesRead(tx, member.id, sender.id, query.up_to, now)
    return { success: true }
  })
}
