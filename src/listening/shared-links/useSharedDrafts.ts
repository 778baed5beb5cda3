import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getDrafts } from '#src/cache/query-outbox.ts'
import {
  addDraft,
  formatDrafts,
  parseDrafts,
  putDraft,
  removeDraft,
  removeTrackDrafts,
  type SharedDraft,
} from './draft-list.ts'
import type { SharedFields } from './parse-shared-text.ts'

const RECORD = 'shared-links'

type Change = (drafts: readonly SharedDraft[]) => readonly SharedDraft[]

interface DraftBox {
  /** The last change: the next one follows it, reads the record again, changes and writes it. */
  last: Promise<unknown>
  readonly watchers: Set<(drafts: readonly SharedDraft[]) => void>
}

/** By the cache of one stay: a change that a sign-out cut off must not block the next member's. */
const boxes = new WeakMap<QueryClient, DraftBox>()

function getBox(client: QueryClient): DraftBox {
  const box = boxes.get(client) ?? { last: Promise.resolve(), watchers: new Set() }
  boxes.set(client, box)
  return box
}

/** Resolves to the drafts after the change. Rejects if the device cannot store them. */
function changeDrafts(client: QueryClient, change: Change): Promise<readonly SharedDraft[]> {
  const store = getDrafts(client)
  const box = getBox(client)
  const run = async () => {
    const drafts = parseDrafts((await store?.read(RECORD)) ?? '')
    const next = change(drafts)
    if (next !== drafts) await store?.write(RECORD, formatDrafts(next))
    for (const watcher of box.watchers) watcher(next)
    return next
  }
  const changed = box.last.then(run, run)
  box.last = changed.catch(() => undefined)
  return changed
}

/** Deletes the drafts for a track, which has been broadcast or sent. A failure leaves them. */
export const discardTrackDrafts = (client: QueryClient, track: { artist: string; title: string }) =>
  changeDrafts(client, (drafts) => removeTrackDrafts(drafts, track)).catch(warn)

const warn = (error: unknown) => console.warn('Saved links could not be changed.', error)

/** The member's saved links: undefined until they are read. */
export function useSharedDrafts() {
  const client = useQueryClient()
  const [drafts, setDrafts] = useState<readonly SharedDraft[]>()
  useEffect(() => {
    const { watchers } = getBox(client)
    watchers.add(setDrafts)
    changeDrafts(client, (stored) => stored).catch((error: unknown) => {
      warn(error)
      setDrafts([])
    })
    return () => void watchers.delete(setDrafts)
  }, [client])
  return useMemo(
    () => ({
      drafts,
      add: (fields: SharedFields) => changeDrafts(client, (stored) => addDraft(stored, fields, Date.now())),
      save: (draft: SharedDraft) => changeDrafts(client, (stored) => putDraft(stored, draft)),
      remove: (key: string) => changeDrafts(client, (stored) => removeDraft(stored, key)).catch(warn),
    }),
    [client, drafts],
  )
}
