import { Refusal } from '#server/http/refusal.ts'

/** What the server writes under a caption, whatever the client sent. */
export const bodyOf = (track: { readonly title: string; readonly artist: string }): string =>
  `${track.title} by ${track.artist}`

/** Checks that a member may delete a broadcast: its author, or an admin. Throws a Refusal. */
export function checkMayDelete(broadcast: { authorId: number }, member: { id: number; isAdmin: boolean }): void {
  if (broadcast.authorId === member.id || member.isAdmin) return
  throw new Refusal(403, 'Only its author can delete a broadcast.', 'not_yours')
}
