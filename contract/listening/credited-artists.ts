import * as v from 'valibot'
import { Rows } from '../rows.ts'
import { Added, Num, Text } from '../wire.ts'

/** The artists in `Ada feat. Bo`, each with the text before the next one. Absent for one artist. */
export const CreditedArtists = Added(Rows(v.object({ id: Num, name: v.string(), joiner: Text })))
export type CreditedArtists = v.InferOutput<typeof CreditedArtists>
