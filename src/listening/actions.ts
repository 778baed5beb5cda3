import * as v from 'valibot'
import { CorrectionScope } from '#contract/listening/listens.ts'
import { RemovedListens } from '#contract/listening/remove-listens.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Requests sample listens from the demo, so that there are tracks to choose from. */
export const requestSampleListens = defineAction({
  name: 'listening.sample',
  args: v.object({ user: v.string() }),
  lane: ({ user }) => `listening:${user}`,
  replacesLast: true,
})

/** In order: a correction changes the id of a listen, which a deletion after it names. */
const listensLane = () => 'listens'

/** Deletes a listen. Dispatched with a delay, during which it can be undone. */
export const deleteListen = defineAction({
  name: 'listening.deleteListen',
  args: v.object({ user: v.string(), id: v.string(), track: v.string() }),
  lane: listensLane,
})

/** Corrects a listen, or all that have the same names. */
export const correctListen = defineAction({
  name: 'listening.correctListen',
  args: v.object({
    user: v.string(),
    id: v.string(),
    /** The names as they were displayed. */
    was: v.object({ artist: v.string(), track: v.string(), album: v.string() }),
    artist: v.string(),
    track: v.string(),
    /** Undefined: each listen retains its own. */
    album: v.optional(v.string()),
    scope: CorrectionScope,
  }),
  lane: listensLane,
})

export const addListen = defineAction({
  name: 'listening.addListen',
  args: v.object({
    user: v.string(),
    artist: v.string(),
    track: v.string(),
    album: v.string(),
    /** ISO 8601, UTC. */
    listenedAt: v.string(),
  }),
  lane: listensLane,
})

/** Undoes an import, deletes a source, or removes the doubles of two sources or brings them back. */
export const removeListens = defineAction({
  name: 'listening.removeListens',
  args: v.object({
    user: v.string(),
    what: RemovedListens,
    id: v.optional(v.number()),
    source: v.optional(v.string()),
    keptSource: v.optional(v.string()),
  }),
  lane: listensLane,
})

export type Removal = v.InferOutput<typeof removeListens.args>
