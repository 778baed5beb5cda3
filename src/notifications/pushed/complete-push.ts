import { getDirectMessages } from '#contract/messages/messages.ts'
import type { PushMessage } from '#contract/notifications/push-message.ts'
import { getSongSwaps } from '#contract/swaps/swaps.ts'
import type { SendRead } from './target-reads.ts'

/** Returns a push with the message or swap that was too large for it. Rejects as `call` does. */
export async function completePush(member: string, push: PushMessage, exchange: SendRead): Promise<PushMessage> {
  const { kind, path, activity, message, swap } = push.flipside
  if (kind === 'message' && activity && !message) {
    const query = { user: member, conversant: activity.username, limit: 1 }
    const [latest] = (await exchange(getDirectMessages, query)).response.directMessages
    return latest ? withItem(push, { message: latest }) : push
  }
  const songswapid = Number(new URL(path, 'https://app.invalid').searchParams.get('id'))
  if (kind.startsWith('swap_') && !swap && songswapid > 0) {
    const [found] = (await exchange(getSongSwaps, { user: member, songswapid })).response.songSwaps
    return found ? withItem(push, { swap: found }) : push
  }
  return push
}

const withItem = (push: PushMessage, item: Partial<PushMessage['flipside']>): PushMessage => ({
  ...push,
  flipside: { ...push.flipside, ...item },
})
