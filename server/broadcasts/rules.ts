import { Refusal } from '#server/http/refusal.ts'

/** What the server writes under a caption, whatever the client sent. */
export const bodyOf = (track: { readonly title: string; readonly artist: string }): string =>
  `${track.title} by ${track.artist}`

interface Authored {
  readonly authorId: number
}
interface Deleter {
  readonly id: number
  readonly isAdmin: boolean
}

/** Whether a member may delete a broadcast: its author, or an admin. */
export const mayDelete = ({ authorId }: Authored, { id, isAdmin }: Deleter): boolean => authorId === id || isAdmin

/** Checks that a member may delete a broadcast: its author, or an admin. Throws a Refusal. */
export function checkMayDelete(broadcast: Authored, member: Deleter): void {
  if (mayDelete(broadcast, member)) return
  throw new Refusal(403, 'Only its author can delete a broadcast.', 'not_yours')
}
