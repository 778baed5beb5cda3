import * as v from 'valibot'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { parseSharedText, SHARED_TEXT_MAX, type SharedFields } from './parse-shared-text.ts'

export const DRAFTS_MAX = 50

const Shared = v.pipe(v.string(), v.maxLength(SHARED_TEXT_MAX))
const Name = v.pipe(v.string(), v.maxLength(TRACK_NAME_MAX))

/** A shared text without a broadcast or swap yet. A stored format: only add fields. */
const SharedDraft = v.object({
  /** The shared fields, cut to the part that is read. */
  fields: v.object({ title: v.optional(Shared, ''), text: v.optional(Shared, ''), url: v.optional(Shared, '') }),
  /** The names as looked up or as the user has corrected them; empty if unknown. */
  artist: v.optional(Name, ''),
  title: v.optional(Name, ''),
  /** When it was shared, in ms since 1970. */
  at: v.number(),
})
export type SharedDraft = v.InferOutput<typeof SharedDraft>

/** Returns the stored drafts, newest first. An invalid one is dropped alone. */
export function parseDrafts(text: string): readonly SharedDraft[] {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), text)
  if (!stored.success) return []
  return stored.output.flatMap((entry) => {
    const draft = v.safeParse(SharedDraft, entry)
    return draft.success ? [draft.output] : []
  })
}

export const formatDrafts = (drafts: readonly SharedDraft[]): string =>
  drafts.length === 0 ? '' : JSON.stringify(drafts)

export const cutFields = ({ title = '', text = '', url = '' }: SharedFields): SharedDraft['fields'] => ({
  title: title.slice(0, SHARED_TEXT_MAX),
  text: text.slice(0, SHARED_TEXT_MAX),
  url: url.slice(0, SHARED_TEXT_MAX),
})

/** What identifies a draft: its link, or without one its text. Sharing it again adds no other. */
export function draftKey(fields: SharedFields): string {
  const cut = cutFields(fields)
  return parseSharedText(cut).link?.url ?? JSON.stringify(cut)
}

/** Returns the drafts with this one first, once per link. Beyond the maximum none is added. */
export function putDraft(drafts: readonly SharedDraft[], draft: SharedDraft): readonly SharedDraft[] {
  const others = removeDraft(drafts, draftKey(draft.fields))
  return others.length >= DRAFTS_MAX ? drafts : [draft, ...others]
}

/** Returns the drafts with a new one for these fields, unless there is one: its names stay. */
export function addDraft(drafts: readonly SharedDraft[], fields: SharedFields, at: number): readonly SharedDraft[] {
  const key = draftKey(fields)
  if (drafts.some((draft) => draftKey(draft.fields) === key)) return drafts
  return putDraft(drafts, { fields: cutFields(fields), artist: '', title: '', at })
}

export const removeDraft = (drafts: readonly SharedDraft[], key: string): readonly SharedDraft[] =>
  drafts.filter(({ fields }) => draftKey(fields) !== key)

/** Returns the drafts without those for a track, which has been broadcast or sent. */
export const removeTrackDrafts = (
  drafts: readonly SharedDraft[],
  track: { readonly artist: string; readonly title: string },
): readonly SharedDraft[] =>
  drafts.filter(({ artist, title }) => fold(artist) !== fold(track.artist) || fold(title) !== fold(track.title))

const fold = (name: string) => name.trim().toLowerCase()
