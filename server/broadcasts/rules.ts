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

export const mayDelete = ({ authorId }: Authored, { id, isAdmin }: Deleter): boolean => authorId === id || isAdmin

export function checkMayDelete(broadcast: Authored, member: Deleter): void {
  if (mayDelete(broadcast, member)) return
  throw new Refusal(403, 'Only its author can delete a broadcast.', 'not_yours')
}
