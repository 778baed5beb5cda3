import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'

const CardTrack = v.object({ id: v.number(), name: v.string(), artist: v.string() })
/** The track of a card. */
export type CardTrack = v.InferOutput<typeof CardTrack>

/** The name of the draft that holds the attached track of a conversation. */
export const cardDraftName = (conversant: string) => `dm-track:${nameKey(conversant)}`

/** Returns the track in a draft; undefined without a valid one. */
export function parseCardDraft(text: string): CardTrack | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CardTrack), text)
  return parsed.success ? parsed.output : undefined
}

/** Returns the text of a draft. */
export const toCardDraft = ({ id, name, artist }: CardTrack) => JSON.stringify({ id, name, artist })
