import {
  getConversations,
  getDirectMessages,
  markMessagesRead,
  sendDirectMessage,
} from '#contract/messages/messages.ts'
import { findMember, getMember, getMemberOrNameless } from '#server/accounts/index.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { takeLimits } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findInstanceSettings } from '#server/instance/index.ts'
import { checkLength, checkRecipient } from './rules.ts'
import {
  findConversationVersion,
  insertMessage,
  isToStranger,
  listConversations,
  listMessages,
  updateMessagesRead,
} from './store.ts'

const DAY_S = 86_400

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

/** Counts a message to a member that does not follow the sender. Throws a Refusal 403 or 429. */
async function takeStrangerToken(api: Api, db: Db, memberId: number, now: Date): Promise<void> {
  const { strangersPerDay } = await findInstanceSettings(db)
  if (strangersPerDay === 0) throw new Refusal(403, 'On this server you can write to members who follow you.')
  const limit = strangersPerDay === null ? undefined : { burst: strangersPerDay, perSecond: strangersPerDay / DAY_S }
  await takeLimits(api, ['memberStrangers'], { member: memberId }, now, limit)
}

function writeRoutes(api: Api): void {
  route(api, sendDirectMessage, {
    retainResponse: 'for good',
    // Before the transaction: rejected messages count too.
    async prepare({ db, query, member, now }) {
      const recipient = await findMember(db, query.recipient, member.id)
      if (recipient === undefined) return
      const message = { senderId: member.id, recipientId: recipient.id, clientId: query.client_id }
      if (await isToStranger(db, message)) await takeStrangerToken(api, db, member.id, now)
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
