import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'

const CardTrack = v.object({ id: v.number(), name: v.string(), artist: v.string() })
export type CardTrack = v.InferOutput<typeof CardTrack>

export const cardDraftName = (conversant: string) => `dm-track:${nameKey(conversant)}`

export function parseCardDraft(text: string): CardTrack | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), CardTrack), text)
  return parsed.success ? parsed.output : undefined
}

export const toCardDraft = ({ id, name, artist }: CardTrack) => JSON.stringify({ id, name, artist })
