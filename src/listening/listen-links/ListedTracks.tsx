import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import type { ListenableTrack } from './services.ts'

type GetTracks = () => readonly ListenableTrack[]

const TracksContext = createContext<RefObject<GetTracks>>({ current: () => [] })

/** *Listen* in the list goes on with the tracks that follow. `getTracks` is called at a press only. */
export function ListedTracks({ getTracks, children }: { getTracks: GetTracks; children: ReactNode }) {
  // A ref, so that a list that changes does not render its rows again.
  const latest = useRef(getTracks)
  useLayoutEffect(() => void (latest.current = getTracks))
  return <TracksContext value={latest}>{children}</TracksContext>
}

export const useListedTracks = (): RefObject<GetTracks> => useContext(TracksContext)
