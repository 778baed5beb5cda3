import type { Random } from '#tests/simulation/random.ts'
import type { Person } from './push-week.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** What an action should push, and to whom; `text`: the notification's body. */
export interface Cause {
  readonly name: string
  /** The tag's first word. */
  readonly kind: string
  readonly text?: string
}

interface Swap {
  readonly id: number
  readonly initiator: TestMember
  readonly matched: TestMember
  moves: number
}

/** Returns a function that lets a member do something, and returns what it should push. */
export function createActions(server: TestServer, people: readonly Person[], random: Random, track: number) {
  const broadcasts: { readonly id: number; readonly author: TestMember; readonly likers: Set<string> }[] = []
  const swaps: Swap[] = []
  const followed = new Set<string>()
  let texts = 0

  const post = async (as: TestMember, call: string, query: Record<string, string | number>, actor = 'user') => {
    const response = await server.post(`/api/${call}`, { [actor]: as.name, ...query }, { as })
    if (response.status !== 200) throw new Error(`${call} is ${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const pickTwo = (): readonly [TestMember, TestMember] => {
    const one = random.pick(people).member
    return [one, random.pick(people.filter(({ member }) => member !== one)).member]
  }
  const findBroadcast = (reader: TestMember) =>
    broadcasts.filter(({ author }) => author !== reader).at(-random.between(1, 6))

  const actions: Readonly<Record<string, () => Promise<readonly Cause[]>>> = {
    async message() {
      const [from, to] = pickTwo()
      const text = `text ${++texts}`
      await post(from, 'send-direct-message', { recipient: to.name, message: text })
      return [{ name: to.name, kind: 'message', text }]
    },
    async broadcast() {
      const [author] = pickTwo()
      const { id } = await post(author, 'create-broadcast', {
        title: 'Loud',
        body: 'x',
        relatedtype: 'Track',
        relatedid: track,
      })
      broadcasts.push({ id, author, likers: new Set() })
      return []
    },
    async like() {
      const [fan] = pickTwo()
      const found = findBroadcast(fan)
      if (found === undefined) return []
      const isNew = !found.likers.has(fan.name)
      if (isNew) found.likers.add(fan.name)
      else found.likers.delete(fan.name)
      await post(fan, isNew ? 'create-like' : 'undo-like', { relatedtype: 'Broadcast', relatedid: found.id })
      return isNew ? [{ name: found.author.name, kind: 'like' }] : []
    },
    async reply() {
      const [writer, other] = pickTwo()
      const found = findBroadcast(writer)
      if (found === undefined) return []
      const text = `text ${++texts} @${other.name}`
      await post(writer, 'create-reply', { broadcast: found.id, text })
      const mention = { name: other.name, kind: 'mention', text }
      return [{ name: found.author.name, kind: 'reply', text }, ...(other === found.author ? [] : [mention])]
    },
    async follow() {
      const [follower, followee] = pickTwo()
      const key = `${follower.name} ${followee.name}`
      const isNew = !followed.has(key)
      if (isNew) followed.add(key)
      else followed.delete(key)
      await post(follower, `user/${isNew ? 'follow' : 'unfollow'}`, { followee: followee.name }, 'follower')
      return isNew ? [{ name: followee.name, kind: 'follow' }] : []
    },
    async swap() {
      const open = swaps.find(({ moves }) => moves < 2)
      return open === undefined ? startSwap() : continueSwap(open)
    },
    async read() {
      const [reader, other] = pickTwo()
      if (random.percent(50)) await post(reader, 'mark-messages-read', { sender: other.name }, 'recipient')
      else await post(reader, 'user/mark-activity-read', { up_to: 1_000_000_000 })
      return []
    },
    async mute() {
      const [muter, muted] = pickTwo()
      await post(muter, `user/${random.percent(30) ? 'mute' : 'unmute'}`, { other: muted.name })
      return []
    },
  }

  async function startSwap(): Promise<readonly Cause[]> {
    const [initiator, matched] = pickTwo()
    const { song_swap_id: id } = await post(initiator, 'create-song-swap', { matched_user: matched.name })
    await post(initiator, 'add-song-swap-track', { songswapid: id, trackid: track })
    swaps.push({ id, initiator, matched, moves: 0 })
    return [{ name: matched.name, kind: 'swap' }]
  }

  async function continueSwap(swap: Swap): Promise<readonly Cause[]> {
    const { id: songswapid, initiator, matched } = swap
    swap.moves++
    const [actor, other] = swap.moves === 1 ? [matched, initiator] : [initiator, matched]
    await post(actor, 'add-song-swap-reaction', { songswapid, reaction: random.between(1, 5) })
    if (swap.moves === 1) await post(actor, 'add-song-swap-track', { songswapid, trackid: track })
    return [{ name: other.name, kind: 'swap' }]
  }

  const weighted = [
    'message',
    'message',
    'message',
    'like',
    'like',
    'reply',
    'follow',
    'swap',
    'broadcast',
    'read',
    'mute',
  ]
  return () => actions[random.pick(weighted)]?.() ?? Promise.resolve([])
}
