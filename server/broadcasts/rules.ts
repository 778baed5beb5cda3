import { Refusal } from '#server/http/refusal.ts'

/** Returns the text under a caption, which replaces the client's. */
export const toBroadcastBody = (track: { readonly title: string; readonly artist: string }): string =>
  `${track.title} by ${track.artist}`

export const createNoBroadcastRefusal = () => new Refusal(404, 'This broadcast no longer exists.')

interface Authored {
  readonly authorId: number
}
interface Deleter {
  readonly id: number
  readonly isAdmin: boolean
}

/** Returns whether a member may delete a broadcast: its author, or an admin. */
export const mayDelete = ({ authorId }: Authored, { id, isAdmin }: Deleter): boolean => authorId === id || isAdmin

/** Throws a Refusal unless a member may delete a broadcast. */
export function checkMayDelete(broadcast: Authored, member: Deleter): void {
  if (mayDelete(broadcast, member)) return
  throw new Refusal(403, 'Only its author can delete a broadcast.', 'not_yours')
}
