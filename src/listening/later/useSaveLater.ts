import { useQueryClient } from '@tanstack/react-query'
import { isSameName } from '#contract/accounts/names.ts'
import type { LaterSource } from '#contract/listening/later-tracks.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useConnection } from '#src/cache/connection.ts'
import { liveOptions } from '#src/cache/live.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { setLater } from './actions.ts'
import { laterQuery } from './queries.ts'

export interface SavableTrack {
  id?: number | undefined
  name: string
  artist: string
  source?: LaterSource | undefined
}

/** Changes to a track in the list. Each shows a toast to undo it. */
interface SaveLater {
  readonly save: () => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

/** Undefined for visitors, and on hosts without the list. */
export function useSaveLater({ id, name, artist, source }: SavableTrack): SaveLater | undefined {
  const { member } = useSession()
  const { isReachable } = useConnection()
  const dispatchUndoable = useUndoable()
  const client = useQueryClient()
  const hostAdds = useHostAdds()
  if (member === null || !hostAdds || artist === '') return undefined
  if (client.getQueryData(liveOptions(laterQuery(member)).queryKey)?.response === null) return undefined
  // The server knows no broadcast or swap that is only on this device; an own one has no sender.
  const sent = source && source.id > 0 && !isSameName(source.user, member) ? source : undefined
  const track = { user: member, trackId: id ?? null, track: name, artist, ...(sent && { source: sent }) }
  const change = (isSaved: boolean) =>
    dispatchUndoable(
      setLater,
      { ...track, isSaved },
      {
        title: isSaved ? 'Saved to listen later' : 'Removed from Listen later',
        ...(isSaved && !isReachable && { description: "You're offline. It waits in your list, on your profile." }),
        reverse: { ...track, isSaved: !isSaved },
      },
    )
  return { save: () => change(true), remove: () => change(false) }
}
