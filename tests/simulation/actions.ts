import * as v from 'valibot'
import { sendDirectMessage } from '#contract/messages/messages.ts'
import { addSongSwapReaction, addSongSwapTrack, createSongSwap, getSongSwaps } from '#contract/swaps/swaps.ts'
import * as broadcasts from '#src/broadcasts/senders.ts'
import { type AnySender, defineSender, indexByName } from '#src/offline/outbox/action.ts'

/** A message: must not be sent twice, and its order matters. */
export const message = defineSender({
  name: 'simulation.message',
  args: v.object({ user: v.string(), to: v.string(), text: v.string() }),
  lane: ({ to }) => `dm:${to}`,
  isRepeatable: false,
  send: (call, { user, to, text }, client_id) =>
    call(sendDirectMessage, { user, recipient: to, message: text, client_id }),
  label: ({ to }) => `Message to ${to}`,
  text: ({ text }) => text,
})

/** A rating: can be set only once. */
export const rate = defineSender({
  name: 'simulation.rate',
  args: v.object({ user: v.string(), swapId: v.number(), reaction: v.number() }),
  lane: ({ swapId }) => `swap:${swapId}`,
  outcomes: { already_rated: 'done', 409: 'done' },
  isRepeatable: true,
  lookUp: {
    isDone: async (call, { user, swapId, reaction }) => {
      const { songSwaps } = await call(getSongSwaps, { user, songswapid: swapId })
      return songSwaps[0]?.initiated_reaction === reaction
    },
    isBeforeResend: true,
  },
  send: (call, { user, swapId, reaction }, client_id) =>
    call(addSongSwapReaction, { user, songswapid: swapId, reaction, client_id }),
  label: () => 'Rating',
})

/** Returns an action's second call id: the first's with another last digit. */
export const secondId = (client_id: string) =>
  client_id.slice(0, -1) + ((Number.parseInt(client_id.slice(-1), 16) + 1) % 16).toString(16)

/** Two calls in one action, the second's id derived from the first's. */
export const startSwap = defineSender({
  name: 'simulation.start-swap',
  args: v.object({ user: v.string(), with: v.string(), trackId: v.number() }),
  lane: (_args, client_id) => `swap:${client_id}`,
  isRepeatable: false,
  lookUp: {
    isDone: async (call, { user }, madeId) => {
      if (madeId === undefined) return false
      const { songSwaps } = await call(getSongSwaps, { user, songswapid: madeId })
      return songSwaps[0]?.initiated_track_id !== null
    },
    isBeforeResend: true,
  },
  send: async (call, { user, with: matched_user, trackId }, client_id, progress) => {
    let echoed: string | undefined
    if (progress.madeId === undefined) {
      const made = await call(createSongSwap, { user, matched_user, client_id })
      progress.madeId = made.song_swap_id
      echoed = made.client_id
    }
    const id = progress.madeId
    await call(addSongSwapTrack, { user, songswapid: id, trackid: trackId, client_id: secondId(client_id) })
    return { id, client_id: echoed }
  },
  label: () => 'Swap',
})

const formerArgs = v.object({ user: v.string(), broadcastId: v.number() })

/** A like and an unlike as a tab with the previous build stores them. */
export const formerLike: AnySender = { ...broadcasts.setLike, name: 'broadcasts.like', args: formerArgs }
export const formerUnlike: AnySender = { ...broadcasts.setLike, name: 'broadcasts.unlike', args: formerArgs }

/** The actions that the simulated build can send: the shipped ones and these. */
export const actions: ReadonlyMap<string, AnySender> = indexByName([
  ...Object.values<AnySender>(broadcasts),
  message,
  rate,
  startSwap,
])
