import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'

const CardTrack = v.object({ id: v.number(), name: v.string(), artist: v.string() })
/** The track on a card. */
export type CardTrack = v.InferOutput<typeof CardTrack>

/** Returns the draft name for the track attached in a conversation. */
export const cardDraftName = (conversant: string) => `dm-track:${nameKey(conversant)}`

/** Returns the track in a draft; undefined without a valid one. */
export function parseCardDraft(text: string): CardTrack | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CardTrack), text)
  return parsed.success ? parsed.output : undefined
}

/** Returns the draft text. */
export const toCardDraft = ({ id, name, artist }: CardTrack) => JSON.stringify({ id, name, artist })
